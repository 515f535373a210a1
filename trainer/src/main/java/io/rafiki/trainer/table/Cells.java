package io.rafiki.trainer.table;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the text of a cell means. */
final class Cells {

    private static final Set<String> YES = Set.of("true", "yes", "on");
    private static final Set<String> NO = Set.of("false", "no", "off");
    private static final Set<String> MISSING = Set.of("", "?", "na", "n/a", "#n/a", "nan", "null", "-", "--");
    private static final Pattern THOUSANDS = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})+(\\.\\d*)?");

    private Cells() {}

    /** The name of a cell's text as a choice; a blank cell is one, too. */
    static String choice(String cell) {
        return cell.isEmpty() ? "(blank)" : cell;
    }

    /** Whether a cell says that there is no number: blank, or one of the usual marks such as {@code ?} and {@code NA}. */
    static boolean isMissing(String cell) {
        return cell.length() <= 4 && MISSING.contains(cell.toLowerCase(Locale.ROOT));
    }

    /**
     * The number that a cell holds, {@link Double#NaN} if it holds none. Infinite values are none.
     *
     * @param comma whether a comma may stand for the decimal point; else it may separate thousands
     */
    static double number(String cell, boolean comma) {
        String text =
                comma || cell.indexOf(',') < 0 || !THOUSANDS.matcher(cell).matches() ? cell : cell.replace(",", "");
        boolean seen = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' && comma && !seen && text.indexOf('.') < 0) {
                seen = true;
            } else if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return Double.NaN;
            }
        }
        if (text.isEmpty()) {
            return Double.NaN;
        }
        try {
            double number = Double.parseDouble(seen ? text.replace(',', '.') : text);
            return Double.isInfinite(number) ? Double.NaN : number;
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }

    /** 1 or 0 for a word such as {@code True}, {@code no} or {@code ON}, {@link Double#NaN} for any other. */
    static double flag(String cell) {
        if (cell.length() > 5) {
            return Double.NaN;
        }
        String word = cell.toLowerCase(Locale.ROOT);
        return YES.contains(word) ? 1 : NO.contains(word) ? 0 : Double.NaN;
    }
}
