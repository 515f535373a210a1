package io.rafiki.trainer.table;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What becomes of a column: a knob, or nothing, with the reason. */
sealed interface Column {

    /** Share of numbers from which on a column is one of numbers, and other cells are missing values. */
    double NUMERIC = 0.9;

    /** Share of missing values from which on the column is left out, not the rows. */
    double MISSING = 0.2;

    Set<String> COUNTERS = Set.of("id", "index", "idx", "row", "nr", "no", "number", "#", "rownames", "unnamed: 0");

    String CONSTANT = "constant";

    /** Not used. */
    record Left(String reason) implements Column {

        boolean isConstant() {
            return reason.equals(CONSTANT);
        }
    }

    /** A knob with numbers; rows without one are left out. */
    record Numbers(Knob knob, boolean comma) implements Column {}

    /** A knob that is on or off, as 1 and 0. */
    record Flags(Knob knob) implements Column {}

    /** A knob with choices. */
    record Choices(CategoricalKnob knob, Map<String, Integer> codes) implements Column {}

    /**
     * Decides by the column's content.
     *
     * @param unnamed whether the header has no name for it
     * @param comma whether a comma may stand for the decimal point
     */
    static Column of(ColumnProfile profile, boolean unnamed, boolean comma) {
        if (profile.blanks() == profile.rows()) {
            return new Left("blank");
        }
        if (profile.distinct() == 1) {
            return new Left(CONSTANT);
        }
        if (profile.isFlag()) {
            return new Flags(new IntegerKnob(profile.name(), "", 0, 1, Map.of(), 0));
        }
        if (profile.numeric() >= NUMERIC) {
            return numbers(profile, unnamed, comma);
        }
        if (profile.distinct() > ColumnProfile.MOST_CHOICES
                || (profile.distinct() > 20 && profile.distinct() > profile.rows() / 2)) {
            return new Left("names rather than choices, "
                    + (profile.distinct() > ColumnProfile.MOST_CHOICES
                            ? "more than " + ColumnProfile.MOST_CHOICES
                            : profile.distinct())
                    + " different texts such as " + profile.example());
        }
        return choices(profile);
    }

    private static Column numbers(ColumnProfile profile, boolean unnamed, boolean comma) {
        if (profile.missing() > MISSING * profile.rows()) {
            return new Left("no number in " + profile.missing() + " of " + profile.rows() + " rows, first in "
                    + profile.oddity());
        }
        if (profile.least() == profile.greatest()) {
            return new Left(CONSTANT);
        }
        boolean counter = COUNTERS.contains(profile.name().toLowerCase(Locale.ROOT));
        if (profile.isCounting() ? unnamed || counter : counter && profile.isNumbering()) {
            return new Left("counts the rows");
        }
        Knob knob = profile.isWhole()
                ? new IntegerKnob(
                        profile.name(),
                        "",
                        (long) profile.least(),
                        (long) profile.greatest(),
                        Map.of(),
                        profile.least())
                : new RealKnob(profile.name(), "", profile.least(), profile.greatest(), profile.least());
        return new Numbers(knob, comma);
    }

    private static Column choices(ColumnProfile profile) {
        List<String> names = profile.choices();
        Map<String, Integer> codes = new HashMap<>();
        for (int code = 0; code < names.size(); code++) {
            codes.put(names.get(code), code);
        }
        return new Choices(new CategoricalKnob(profile.name(), names, 0), codes);
    }

    /** The knob that the column became, if it became one. */
    default Optional<Knob> asKnob() {
        if (this instanceof Numbers numbers) {
            return Optional.of(numbers.knob());
        }
        if (this instanceof Flags flags) {
            return Optional.of(flags.knob());
        }
        return this instanceof Choices choices ? Optional.of(choices.knob()) : Optional.empty();
    }

    /** The code of a cell, {@link Double#NaN} if it is missing. */
    default double code(String cell) {
        if (this instanceof Numbers numbers) {
            return Cells.number(cell, numbers.comma());
        }
        if (this instanceof Flags) {
            return Cells.flag(cell);
        }
        return this instanceof Choices choices ? choices.codes().get(Cells.choice(cell)) : Double.NaN;
    }
}
