package io.rafiki.trainer.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The permitted range of an option's whole number. */
final class OptionRange {

    private OptionRange() {}

    /**
     * Checks a lower bound.
     *
     * @throws ParameterException with one line, if the number is smaller
     */
    static void requireAtLeast(CommandSpec spec, String option, int min, int found) {
        check(spec, option, found >= min, min + " or more", found);
    }

    /**
     * Checks both bounds.
     *
     * @throws ParameterException with one line, if the number is out of range
     */
    static void require(CommandSpec spec, String option, int min, int max, int found) {
        check(spec, option, found >= min && found <= max, min + ".." + max, found);
    }

    private static void check(CommandSpec spec, String option, boolean isValid, String expected, int found) {
        if (!isValid) {
            throw new ParameterException(
                    spec.commandLine(), option + ": expected " + expected + ", found " + found + ".");
        }
    }
}
