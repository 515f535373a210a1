package io.rafiki.trainer.train;

import java.util.Arrays;

/**
 * Dense symmetric kernels, where training spends most of its time. Matrices are arrays of rows; of symmetric ones only the upper triangle
 * is used.
 *
 * <p>The inner loops add multiples of up to four rows to one row, which HotSpot vectorises. commons-math3 needs two to ten times as long
 * at these sizes.
 */
final class SymmetricMatrices {

    private SymmetricMatrices() {}

    /** Adds {@code sum over r of row[r]' row[r]} to the upper triangle of a square matrix. */
    static void addGram(double[][] rows, double[][] upper) {
        int n = upper.length;
        int r = 0;
        for (; r + 4 <= rows.length; r += 4) {
            double[] a = rows[r];
            double[] b = rows[r + 1];
            double[] c = rows[r + 2];
            double[] d = rows[r + 3];
            for (int i = 0; i < n; i++) {
                addFour(a[i], a, b[i], b, c[i], c, d[i], d, upper[i], i, n);
            }
        }
        for (; r < rows.length; r++) {
            for (int i = 0; i < n; i++) {
                addOne(rows[r][i], rows[r], upper[i], i, n);
            }
        }
    }

    /** Sets the upper triangle to {@code L'L}, where row {@code k} of L has {@code k + 1} elements, and zeros after them. */
    static void gramOfLower(double[][] lower, double[][] upper) {
        int n = upper.length;
        for (double[] row : upper) {
            Arrays.fill(row, 0);
        }
        int r = 0;
        for (; r + 4 <= n; r += 4) {
            double[] a = lower[r];
            double[] b = lower[r + 1];
            double[] c = lower[r + 2];
            double[] d = lower[r + 3];
            for (int i = 0; i < r + 4; i++) {
                addFour(a[i], a, b[i], b, c[i], c, d[i], d, upper[i], i, r + 4);
            }
        }
        for (; r < n; r++) {
            for (int i = 0; i <= r; i++) {
                addOne(lower[r][i], lower[r], upper[i], i, r + 1);
            }
        }
    }

    /**
     * Factors a symmetric matrix into U'U, in place.
     *
     * @return false if it is not positive definite; its content is undefined in that case
     */
    static boolean factor(double[][] upper) {
        int n = upper.length;
        int k = 0;
        for (; k + 4 <= n; k += 4) {
            for (int p = k; p < k + 4; p++) {
                if (!scale(upper[p], p, n)) {
                    return false;
                }
                for (int i = p + 1; i < k + 4; i++) {
                    addOne(-upper[p][i], upper[p], upper[i], i, n);
                }
            }
            double[] a = upper[k];
            double[] b = upper[k + 1];
            double[] c = upper[k + 2];
            double[] d = upper[k + 3];
            for (int i = k + 4; i < n; i++) {
                addFour(-a[i], a, -b[i], b, -c[i], c, -d[i], d, upper[i], i, n);
            }
        }
        for (; k < n; k++) {
            if (!scale(upper[k], k, n)) {
                return false;
            }
            for (int i = k + 1; i < n; i++) {
                addOne(-upper[k][i], upper[k], upper[i], i, n);
            }
        }
        return true;
    }

    /** Solves {@code U'U x = b} in place. */
    static void solve(double[][] u, double[] b) {
        int n = b.length;
        for (int i = 0; i < n; i++) {
            b[i] /= u[i][i];
            addOne(-b[i], u[i], b, i + 1, n);
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = b[i];
            double[] row = u[i];
            for (int j = i + 1; j < n; j++) {
                sum -= row[j] * b[j];
            }
            b[i] = sum / row[i];
        }
    }

    /** The inverse of U', a lower triangle. Row {@code k} has {@code k + 1} significant elements. */
    static void invertTransposed(double[][] u, double[][] lower) {
        for (int k = 0; k < lower.length; k++) {
            double[] row = lower[k];
            Arrays.fill(row, 0);
            row[k] = 1;
            int j = 0;
            for (; j + 4 <= k; j += 4) {
                addFour(
                        -u[j][k],
                        lower[j],
                        -u[j + 1][k],
                        lower[j + 1],
                        -u[j + 2][k],
                        lower[j + 2],
                        -u[j + 3][k],
                        lower[j + 3],
                        row,
                        0,
                        j + 4);
            }
            for (; j < k; j++) {
                addOne(-u[j][k], lower[j], row, 0, j + 1);
            }
            double factor = 1 / u[k][k];
            for (int i = 0; i <= k; i++) {
                row[i] *= factor;
            }
        }
    }

    /** The sum of squares of each column of a lower triangle: the diagonal of {@code L'L}. */
    static double[] squaresOfColumns(double[][] lower) {
        double[] squares = new double[lower.length];
        for (double[] row : lower) {
            addProduct(row, row, squares, 0, squares.length);
        }
        return squares;
    }

    /**
     * {@code x'A x} of a symmetric matrix whose lower triangle is zero.
     *
     * @param product scratch space as long as x
     */
    static double quadratic(double[][] upper, double[] x, double[] product) {
        int n = x.length;
        Arrays.fill(product, 0);
        int s = 0;
        for (; s + 4 <= n; s += 4) {
            addFour(
                    x[s],
                    upper[s],
                    x[s + 1],
                    upper[s + 1],
                    x[s + 2],
                    upper[s + 2],
                    x[s + 3],
                    upper[s + 3],
                    product,
                    s,
                    n);
        }
        for (; s < n; s++) {
            addOne(x[s], upper[s], product, s, n);
        }
        double diagonal = 0;
        for (int i = 0; i < n; i++) {
            diagonal += x[i] * x[i] * upper[i][i];
        }
        return 2 * dot(product, x, 0, n) - diagonal;
    }

    /** Adds the products of two arrays, element by element. */
    static void addProduct(double[] a, double[] b, double[] to, int start, int end) {
        for (int j = start; j < end; j++) {
            to[j] += a[j] * b[j];
        }
    }

    static double dot(double[] a, double[] b, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        for (; i < to; i++) {
            s0 += a[i] * b[i];
        }
        return s0 + s1 + (s2 + s3);
    }

    static void addOne(double factor, double[] from, double[] to, int start, int end) {
        for (int j = start; j < end; j++) {
            to[j] += factor * from[j];
        }
    }

    private static boolean scale(double[] row, int pivot, int n) {
        if (!(row[pivot] > 0) || Double.isInfinite(row[pivot])) {
            return false;
        }
        double factor = 1 / Math.sqrt(row[pivot]);
        for (int j = pivot; j < n; j++) {
            row[j] *= factor;
        }
        return true;
    }

    private static void addFour(
            double fa,
            double[] a,
            double fb,
            double[] b,
            double fc,
            double[] c,
            double fd,
            double[] d,
            double[] to,
            int start,
            int end) {
        for (int j = start; j < end; j++) {
            to[j] += fa * a[j] + fb * b[j] + (fc * c[j] + fd * d[j]);
        }
    }
}
