package io.rafiki.trainer.report;

import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.report.text.RegressorComparison;
import io.rafiki.trainer.table.MeasuredTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The result of a validation as a page. */
public final class ValidationPage {

    /**
     * The data of {@code validation.mustache}.
     *
     * @param scatter null without predictions
     * @param errors null without errors in percent
     */
    private record View(
            String source,
            String rows,
            String knobs,
            String target,
            String least,
            String greatest,
            String mean,
            List<String> comparison,
            List<SectionView> sections,
            Chart scatter,
            Errors errors,
            DataTable methods,
            List<String> treatments,
            int repeats,
            long seed) {}

    private record SectionView(String title, Chart curve, List<DataTable> tables) {}

    /** The data of {@code validation-errors.mustache}, which the page of a campaign shows, too. */
    record Errors(Chart chart, DataTable table) {

        /** Empty without errors in percent. */
        static Optional<Errors> of(ValidationResult.Section section) {
            return section.pairs().relativeErrors().length > 0
                    ? Optional.of(new Errors(ValidationCharts.errors(section), ValidationTables.quantiles(section)))
                    : Optional.empty();
        }
    }

    private ValidationPage() {}

    /** The page: one file that needs no other. */
    public static String html(ValidationResult result) {
        MeasuredTable table = result.table();
        ValidationResult.Section first = result.sections().get(0);
        return Templates.page(
                "validation",
                new View(
                        table.source(),
                        HumanUnits.count(table.rows()),
                        table.space().size() + (table.space().size() == 1 ? " knob" : " knobs") + " (" + table.kinds()
                                + ")",
                        table.target(),
                        HumanUnits.number(values(table).min().orElse(Double.NaN)),
                        HumanUnits.number(values(table).max().orElse(Double.NaN)),
                        HumanUnits.number(values(table).average().orElse(Double.NaN)),
                        RegressorComparison.of(result),
                        result.sections().stream()
                                .map(section -> section(result, section))
                                .toList(),
                        result.pairs().size() > 0 ? ValidationCharts.scatter(result) : null,
                        Errors.of(first).orElse(null),
                        DataTable.facts("Methods", result.methods()),
                        result.treatments(),
                        result.repeats(),
                        result.seed()));
    }

    private static SectionView section(ValidationResult result, ValidationResult.Section section) {
        return new SectionView(
                section.rule().substring(0, 1).toUpperCase(Locale.ROOT)
                        + section.rule().substring(1),
                section.sizes().size() > 1 ? ValidationCharts.learningCurve(section) : null,
                section.sizes().stream()
                        .map(size -> ValidationTables.errors(section.rows(size), result.published(section, size)))
                        .toList());
    }

    private static DoubleStream values(MeasuredTable table) {
        return IntStream.range(0, table.rows()).mapToDouble(table::value);
    }
}
