package io.rafiki.trainer.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The text of a Markdown page: paragraphs, list items, headings and table cells. Code blocks count only for old names. */
final class MarkdownText {

    private static final Pattern CODE = Pattern.compile("(`+)(?:(?!`).)+?\\1", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^>]*>|<!--.*?-->", Pattern.DOTALL);
    private static final Pattern SEPARATOR = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*+]|\\d+[.)])\\s+.*");

    private final List<Passage> passages = new ArrayList<>();
    private final StringBuilder paragraph = new StringBuilder();
    private int start;

    private MarkdownText() {}

    static List<Passage> passages(String page) {
        MarkdownText text = new MarkdownText();
        text.read(page.split("\n", -1));
        return text.passages;
    }

    private void read(String[] lines) {
        boolean fenced = false;
        boolean apart = true;
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            if (line.stripLeading().startsWith("```")) {
                end();
                fenced = !fenced;
            } else if (fenced || (apart && line.startsWith("    "))) {
                passages.add(new Passage(i + 1, "", line, false));
                continue;
            } else if (line.isBlank()) {
                end();
            } else if (line.startsWith("|")) {
                end();
                cells(i + 1, line);
            } else if (line.startsWith("#")) {
                end();
                add(i + 1, line.replaceFirst("#+ *", ""));
                end();
            } else {
                if (ITEM.matcher(line).matches()) {
                    end();
                }
                add(i + 1, line);
            }
            apart = line.isBlank();
        }
        end();
    }

    private void cells(int number, String line) {
        for (String cell : SEPARATOR.split(plain(line), -1)) {
            passages.add(new Passage(number, cell, "", true));
        }
        passages.add(new Passage(number, "", line, false));
    }

    private void add(int number, String line) {
        if (paragraph.isEmpty()) {
            start = number;
        }
        paragraph.append(line).append('\n');
    }

    private void end() {
        if (!paragraph.isEmpty()) {
            String source = paragraph.toString();
            passages.add(new Passage(start, plain(source), source, true));
            paragraph.setLength(0);
        }
    }

    /** Without code, link targets and tags, and with the same line feeds. */
    private static String plain(String source) {
        String text = CODE.matcher(source).replaceAll(code -> Passage.CODE + feeds(code.group()));
        text = LINK.matcher(text).replaceAll(link -> java.util.regex.Matcher.quoteReplacement(link.group(1)));
        return TAG.matcher(text).replaceAll(tag -> feeds(tag.group()));
    }

    private static String feeds(String text) {
        return "\n".repeat((int) text.chars().filter(c -> c == '\n').count());
    }
}
