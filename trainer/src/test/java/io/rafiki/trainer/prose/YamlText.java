package io.rafiki.trainer.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a YAML file: its comments, and the descriptions among its values. A key that is commented out is code. An indented line is a row of a table. */
final class YamlText {

    private static final Pattern LINE = Pattern.compile("(?<content>.*?)(?:(?:^|(?<=\\s))#+ ?(?<comment>.*))?");
    private static final Pattern SETTING = Pattern.compile("\\s*(?:- )?[\\w.\"']+:(?: .*)?|\\s*- .*|\\s*[\\[{}].*");
    private static final Pattern DESCRIPTION = Pattern.compile("\\s*(?:- )?\\w+: *['\"]?([A-Z][^{}\\[\\]]*)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    private final List<Passage> passages = new ArrayList<>();
    private final StringBuilder block = new StringBuilder();
    private int start;

    private YamlText() {}

    static List<Passage> passages(String file) {
        YamlText text = new YamlText();
        int number = 0;
        for (String line : file.split("\n", -1)) {
            text.read(++number, line);
        }
        text.end();
        return text.passages;
    }

    private void read(int number, String line) {
        passages.add(new Passage(number, "", line, false));
        Matcher parts = LINE.matcher(line);
        String comment = parts.matches() ? parts.group("comment") : null;
        boolean whole = comment != null && parts.group("content").isBlank();
        if (whole && comment.startsWith("  ")) {
            end();
            passages.add(new Passage(number, plain(comment), "", true));
            return;
        }
        if (whole && !comment.isBlank() && !SETTING.matcher(comment).matches()) {
            if (block.isEmpty()) {
                start = number;
            }
            block.append(comment).append('\n');
            return;
        }
        end();
        if (comment != null && !whole) {
            passages.add(new Passage(number, plain(comment), "", true));
        }
        Matcher description = DESCRIPTION.matcher(parts.group("content"));
        if (description.matches()) {
            passages.add(new Passage(number, plain(description.group(1)), "", true));
        }
    }

    private void end() {
        if (!block.isEmpty()) {
            passages.add(new Passage(start, plain(block.toString()), "", true));
            block.setLength(0);
        }
    }

    private static String plain(String text) {
        return CODE.matcher(text).replaceAll(Passage.CODE);
    }
}
