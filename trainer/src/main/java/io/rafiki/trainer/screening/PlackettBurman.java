package io.rafiki.trainer.screening;

/**
 * The two-level screening designs of Plackett and Burman (Biometrika 33, 1946): N runs for up to N - 1 factors. Every factor is high in
 * half of the runs, and every pair of factors has all four combinations equally often.
 *
 * <p>The first row has + in the columns 0 and all squares modulo the prime q = N - 1 (q = 3 modulo 4). The next rows are its rotations,
 * and the last row is all minus. For N = 8, 12, 20 and 24 these are the published rows. Available for N = 4, 8, 12, 20, 24, 32, 44, 48,
 * 60, ...; the smallest that fits the factors is used.
 */
final class PlackettBurman {

    private PlackettBurman() {}

    /**
     * The design for a number of factors.
     *
     * @param folded whether the mirror image of each run is appended: twice the runs, and no main effect is aliased with a two-factor
     *     interaction
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

    /** The smallest prime of at least this size that is 3 modulo 4. */
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
