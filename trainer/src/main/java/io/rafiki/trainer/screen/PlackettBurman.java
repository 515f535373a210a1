package io.rafiki.trainer.screen;

/**
 * The two-level screening designs of Plackett and Burman (Biometrika 33, 1946): N runs for up to N - 1 factors, every factor high in
 * half of the runs, and every two factors in all four combinations equally often.
 *
 * <p>The first row has + in the columns 0 and all squares modulo the prime q = N - 1 (q = 3 modulo 4), the next rows are its rotations,
 * the last is all minus; for N = 8, 12, 20 and 24 these are the rows that they published. Built for N = 4, 8, 12, 20, 24, 32, 44, 48,
 * 60, ...: the least that has room for the factors.
 */
final class PlackettBurman {

    private PlackettBurman() {}

    /**
     * The design for so many factors.
     *
     * @param folded whether each run is followed by its mirror image at the end: twice the runs, and no main effect is mixed with an
     *     interaction of two factors
     * @return one row per run, one column per factor, -1 or +1
     */
    static int[][] design(int factors, boolean folded) {
        int q = prime(factors);
        int[][] runs = new int[folded ? 2 * (q + 1) : q + 1][factors];
        for (int run = 0; run <= q; run++) {
            for (int factor = 0; factor < factors; factor++) {
                runs[run][factor] = run == q ? -1 : sign(Math.floorMod(factor - run, q), q);
                if (folded) {
                    runs[run + q + 1][factor] = -runs[run][factor];
                }
            }
        }
        return runs;
    }

    private static int sign(int column, int q) {
        if (column == 0) {
            return 1;
        }
        for (long root = 1; root < q; root++) {
            if (root * root % q == column) {
                return 1;
            }
        }
        return -1;
    }

    /** The least prime of at least that size that leaves 3 when divided by 4. */
    private static int prime(int least) {
        int q = Math.max(3, least);
        while (q % 4 != 3 || !isPrime(q)) {
            q++;
        }
        return q;
    }

    private static boolean isPrime(int number) {
        boolean[] composite = new boolean[number + 1];
        for (int factor = 2; factor * factor <= number; factor++) {
            for (int multiple = factor * factor; multiple <= number; multiple += factor) {
                composite[multiple] = true;
            }
        }
        return number > 1 && !composite[number];
    }
}
