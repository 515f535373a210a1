package io.rafiki.trainer.report.text;

import java.nio.charset.Charset;
import java.util.Arrays;

/** A curve as one word: a letter for each value, from the least to the greatest of them. */
final class SparkLine {

    private static final String BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
    private static final String LETTERS = "_.-~=+*#";

    private final String levels;

    private SparkLine(String levels) {
        this.levels = levels;
    }

    /** In blocks of eighths; in eight plain letters where the output's charset has no blocks. */
    static SparkLine in(Charset charset) {
        return new SparkLine(charset.canEncode() && charset.newEncoder().canEncode(BLOCKS) ? BLOCKS : LETTERS);
    }

    String of(double[] values) {
        double min = Arrays.stream(values).min().orElse(0);
        double max = Arrays.stream(values).max().orElse(0);
        StringBuilder line = new StringBuilder();
        for (double value : values) {
            double share = max > min ? (value - min) / (max - min) : 0.5;
            line.append(levels.charAt((int) Math.min(levels.length() - 1.0, share * levels.length())));
        }
        return line.toString();
    }
}
