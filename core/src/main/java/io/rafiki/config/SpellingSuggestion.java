package io.rafiki.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests the valid name for a misspelt one. */
public final class SpellingSuggestion {

    /** A longer name is no misspelling, and can come from a hostile file. */
    private static final int LONGEST = 100;

    private SpellingSuggestion() {}

    /**
     * The valid name with the fewest edits: at most two, or a third of the letters of a longer name.
     *
     * <p>An edit inserts, deletes or replaces a letter or swaps two neighbours (optimal string alignment), ignoring case.
     */
    public static Optional<String> to(String name, Collection<String> valid) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : valid) {
            if (Math.max(name.length(), candidate.length()) > LONGEST) {
                continue;
            }
            int edits = edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (edits < least) {
                least = edits;
                best = candidate;
            }
        }
        return Optional.ofNullable(best).filter(candidate -> close(name, candidate));
    }

    /** The remedy for an unknown name: {@code Did you mean X?} if one is similar, otherwise the list of valid names. */
    public static String advice(String name, Collection<String> valid) {
        return to(name, valid)
                .map(near -> "Did you mean " + near + "?")
                .orElse(valid.isEmpty() ? "Remove it." : "Valid: " + String.join(", ", valid) + ".");
    }

    private static boolean close(String name, String candidate) {
        int edits = edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
        return edits <= Math.max(2, Math.max(name.length(), candidate.length()) / 3) && edits < candidate.length();
    }

    static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], 1 + edits[i - 2][j - 2]);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
