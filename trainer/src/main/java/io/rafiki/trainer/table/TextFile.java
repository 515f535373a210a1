package io.rafiki.trainer.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file with separated cells: its character set, told by a byte order mark, and its separator, told by its first line. */
final class TextFile {

    private static final int HEAD = 1 << 16;
    private static final String SEPARATORS = ",;\t|";

    private final Path path;
    private final Charset charset;
    private final int mark;
    private final char separator;

    private TextFile(Path path, Charset charset, int mark, char separator) {
        this.path = path;
        this.charset = charset;
        this.mark = mark;
        this.separator = separator;
    }

    /** @throws IOException with one line if there is no such file, or it is no separated text */
    static TextFile open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw refused(path, 0, "expected a CSV file, found nothing.");
        }
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw refused(
                    path,
                    0,
                    "expected a CSV file, found "
                            + (Files.isDirectory(path) ? "a folder." : "something that cannot be read."));
        }
        byte[] head;
        try (InputStream bytes = Files.newInputStream(path)) {
            head = bytes.readNBytes(HEAD);
        }
        Charset charset = StandardCharsets.UTF_8;
        int mark = 0;
        if (starts(head, 0xEF, 0xBB, 0xBF)) {
            mark = 3;
        } else if (starts(head, 0xFE, 0xFF) || starts(head, 0xFF, 0xFE)) {
            charset = head[0] == (byte) 0xFE ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
            mark = 2;
        }
        String text = new String(head, mark, head.length - mark, charset);
        String other = other(head, text);
        if (other != null) {
            throw refused(path, 0, "expected a CSV file, found " + other + ".");
        }
        return new TextFile(path, charset, mark, separator(text));
    }

    /** The whole text, without the mark. */
    Reader text() throws IOException {
        InputStream bytes = Files.newInputStream(path);
        try {
            bytes.skipNBytes(mark);
        } catch (IOException failed) {
            bytes.close();
            throw failed;
        }
        return new BufferedReader(new InputStreamReader(bytes, charset), HEAD);
    }

    char separator() {
        return separator;
    }

    IOException refused(long line, String problem) {
        return refused(path, line, problem);
    }

    private static IOException refused(Path path, long line, String problem) {
        String where = line > 0 ? path + ":" + line : path.toString();
        return new IOException((where + ": " + problem).replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    /** What the file is instead of a table, or null. */
    private static String other(byte[] head, String text) {
        String start = text.stripLeading();
        if (start.isEmpty()) {
            return "an empty one";
        }
        if (starts(head, 'P', 'K', 3, 4)) {
            return "a zip archive or a spreadsheet. Save it as CSV";
        }
        if (starts(head, 0x1F, 0x8B)) {
            return "compressed data. Unpack it first";
        }
        if (text.indexOf('\0') >= 0) {
            return "binary data";
        }
        if (start.startsWith("<")) {
            return "HTML or XML";
        }
        if (start.startsWith("{") || start.startsWith("[")) {
            return "JSON. Trials are given by --trials";
        }
        return null;
    }

    /** The candidate that stands most often in the first line, outside of quotes. */
    private static char separator(String text) {
        String first = text.stripLeading().lines().findFirst().orElse("");
        char best = SEPARATORS.charAt(0);
        int most = 0;
        for (int s = 0; s < SEPARATORS.length(); s++) {
            char candidate = SEPARATORS.charAt(s);
            int count = 0;
            boolean quoted = false;
            for (int i = 0; i < first.length(); i++) {
                char c = first.charAt(i);
                quoted ^= c == '"';
                count += c == candidate && !quoted ? 1 : 0;
            }
            if (count > most) {
                best = candidate;
                most = count;
            }
        }
        return best;
    }

    private static boolean starts(byte[] head, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (head.length <= i || head[i] != (byte) bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
