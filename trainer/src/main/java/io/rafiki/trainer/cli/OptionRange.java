package io.rafiki.trainer.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The permitted range of an option. */
public final class OptionRange {

    private OptionRange() {}

    /**
     * Checks the lower bound of a whole number.
     *
     * @throws ParameterException with one line, if the number is smaller
     */
    public static void requireAtLeast(CommandSpec spec, String option, long min, long found) {
        require(spec, option, found >= min, min + " or more", found);
    }

    /**
     * Checks both bounds of a whole number.
     *
     * @throws ParameterException with one line, if the number is out of range
     */
    public static void require(CommandSpec spec, String option, long min, long max, long found) {
        require(spec, option, found >= min && found <= max, min + ".." + max, found);
    }

    /**
     * Checks a rule.
     *
     * @param expected the rule in words
     * @throws ParameterException with one line, if the value breaks it
     */
    public static void require(CommandSpec spec, String option, boolean isValid, String expected, Object found) {
        if (!isValid) {
            throw new ParameterException(
                    spec.commandLine(), option + ": expected " + expected + ", found " + found + ".");
        }
    }
}
