package io.rafiki.trainer.report;

import io.rafiki.trainer.evaluate.Histogram;
import io.rafiki.trainer.evaluate.PublishedFigure;
import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.report.text.ResultFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The tables of a validation. */
final class ValidationTables {

    private static final String STRONG = "strong";
    private static final List<String> METHODS_OF_THE_PAPER =
            List.of(ValidationResult.ENSEMBLE, ValidationResult.NETWORK);

    private ValidationTables() {}

    /** All errors of each method at one number of training rows, and the published error. */
    static DataTable errors(List<ResultRow> rows, Optional<PublishedFigure> published) {
        DataTable table = DataTable.of(
                "Errors of each method with " + rows.get(0).trainSize() + " training rows",
                Column.text(String.format(
                        Locale.ROOT,
                        "%d training rows, %.0f test rows",
                        rows.get(0).trainSize(),
                        rows.get(0).testSize())),
                Column.number("MAPE, %"),
                Column.number("R\u00b2"),
                Column.number("RMSE"),
                Column.number("within 1, 2 SD"),
                Column.wide("MAPE difference to the ensemble"));
        for (ResultRow row : rows) {
            String emphasis = row.isEnsemble() ? STRONG : row.standing() == ResultRow.Standing.BEHIND ? "warning" : "";
            table.row(
                    emphasis,
                    List.of(
                            row.method(),
                            ResultFormat.interval(row.mape()),
                            ResultFormat.interval(row.r2()),
                            ResultFormat.interval(row.rmse()),
                            ResultFormat.coverage(row),
                            ResultFormat.difference(row)));
        }
        published.ifPresent(figure -> table.row(
                "published, " + figure.method(), ResultFormat.interval(figure.mape()), "", "", "", figure.source()));
        return table;
    }

    /** MAPE by method and number of training rows (Rafiki Figure 7). */
    static DataTable learningCurve(ValidationResult.Section section) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("MAPE, %")));
        section.sizes().forEach(size -> columns.add(Column.number(size + " training rows")));
        List<String> methods =
                section.rows().stream().map(ResultRow::method).distinct().toList();
        return DataTable.of("MAPE by method and number of training rows", columns)
                .rows(methods, method -> {
                    List<String> row = new ArrayList<>(List.of(method));
                    section.rows().stream()
                            .filter(one -> one.method().equals(method))
                            .forEach(one -> row.add(ResultFormat.interval(one.mape())));
                    return row;
                });
    }

    /** Errors of the ensemble and of one network by what is held out (Rafiki Table 2). */
    static DataTable heldOut(List<ValidationResult.Section> sections) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("")));
        for (String method : METHODS_OF_THE_PAPER) {
            sections.forEach(section -> columns.add(Column.number(method + ", " + section.protocol() + " held out")));
        }
        return DataTable.of("Errors on held-out configurations and workloads", columns)
                .row("", heldOut("MAPE, %", sections, row -> ResultFormat.interval(row.mape())))
                .row("", heldOut("R\u00b2", sections, row -> ResultFormat.interval(row.r2())))
                .row("", heldOut("RMSE", sections, row -> ResultFormat.interval(row.rmse())))
                .row("", heldOut("training rows", sections, row -> Integer.toString(row.trainSize())));
    }

    private static List<String> heldOut(
            String name, List<ValidationResult.Section> sections, Function<ResultRow, String> value) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (String method : METHODS_OF_THE_PAPER) {
            for (ValidationResult.Section section : sections) {
                cells.add(section.rows(section.greatestSize()).stream()
                        .filter(row -> row.method().equals(method))
                        .findFirst()
                        .map(value)
                        .orElse(""));
            }
        }
        return cells;
    }

    /** The distribution of the ensemble's errors in percent of the measured value. */
    static DataTable quantiles(ValidationResult.Section section) {
        double[] errors = section.pairs().relativeErrors();
        DataTable table = DataTable.of(
                "Distribution of the ensemble's errors",
                Column.text("errors of the ensemble, " + section.greatestSize() + " training rows"),
                Column.number("from, %"),
                Column.number("to, %"));
        quantiles(table, "half of them", errors, 0.25, 0.75);
        quantiles(table, "90 % of them", errors, 0.05, 0.95);
        return table.row("all of them", percent(errors[0]), percent(errors[errors.length - 1]));
    }

    private static void quantiles(DataTable table, String name, double[] errors, double low, double high) {
        table.row(name, percent(Histogram.quantile(errors, low)), percent(Histogram.quantile(errors, high)));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%+.1f", value);
    }
}
