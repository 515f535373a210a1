package io.rafiki.reason;

import java.util.regex.Pattern;

/** Text from files, paths and operators as one plain line, so that it cannot forge a line of a log or control a terminal. */
public final class PlainText {

    private static final Pattern NOT_PLAIN = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

    private PlainText() {}

    /** The text with one space for each run of blanks, line ends, control characters and invisible format characters. */
    public static String of(String text) {
        return NOT_PLAIN.matcher(text).replaceAll(" ").strip();
    }
}
