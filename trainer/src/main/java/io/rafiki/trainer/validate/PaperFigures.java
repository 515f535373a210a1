package io.rafiki.trainer.validate;

import io.rafiki.trainer.report.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The parts of a validation of which the paper has figures, as HTML (Rafiki §4.7). */
public final class PaperFigures {

    private final ValidationResult result;

    public PaperFigures(ValidationResult result) {
        this.result = result;
    }

    /** Rules of CSS for the drawings. */
    public static String style() {
        return ValidationPage.STYLE;
    }

    /** Error over the number of training rows (Figure 7), for all that was withheld; empty if there is one size only. */
    public Optional<String> learningCurve() {
        return result.sections().stream()
                .filter(section -> section.sizes().size() > 1)
                .map(section -> ValidationPlots.learningCurve(section) + "<p>" + Html.text(section.rule()) + "; "
                        + result.repeats() + " repeats. Whiskers: 95 % intervals over the repeats.</p>\n"
                        + curve(section))
                .reduce(String::concat);
    }

    /** The figures of the drawing. */
    private static String curve(ValidationResult.Section section) {
        StringBuilder table = new StringBuilder("<table><thead><tr><th>MAPE, %</th>");
        section.sizes().forEach(size -> table.append("<th>").append(size).append(" rows trained on</th>"));
        table.append("</tr></thead>\n<tbody>");
        section.rows().stream().map(Row::method).distinct().forEach(method -> {
            table.append("<tr><td>").append(Html.text(method)).append("</td>");
            section.rows().stream().filter(row -> row.method().equals(method)).forEach(row -> table.append("<td>")
                    .append(Html.text(Numbers.interval(row.mape())))
                    .append("</td>"));
            table.append("</tr>\n");
        });
        return table.append("</tbody></table>\n").toString();
    }

    /**
     * How the ensemble's errors are distributed (Figures 8 and 9); empty if that was not withheld.
     *
     * @param withheld {@code configurations} or {@code workloads}
     */
    public Optional<String> errors(String withheld) {
        return section(withheld)
                .filter(section -> section.pairs().relativeErrors().length > 0)
                .map(section ->
                        ValidationPlots.errors(section) + "<p>" + Html.text(ValidationSheet.spread(section)) + "</p>");
    }

    /** Errors of the ensemble and of one network on unseen configurations and workloads (Table 2); empty if neither was withheld. */
    public Optional<String> table() {
        List<ValidationResult.Section> sections = new ArrayList<>();
        section("configurations").ifPresent(sections::add);
        section("workloads").ifPresent(sections::add);
        if (sections.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder table = new StringBuilder("<table><tr><th></th>");
        for (String method : List.of(ValidationResult.ENSEMBLE, ValidationResult.NETWORK)) {
            sections.forEach(
                    section -> table.append("<th>" + method + ", " + Html.text(section.protocol()) + " withheld</th>"));
        }
        table.append("</tr>\n");
        row(
                table,
                "MAPE: mean of |predicted - measured| / |measured|, %",
                sections,
                row -> Numbers.interval(row.mape()));
        row(table, "R2", sections, row -> Numbers.interval(row.r2()));
        row(table, "RMSE", sections, row -> Numbers.interval(row.rmse()));
        row(table, "rows trained on", sections, row -> Integer.toString(row.trainSize()));
        return Optional.of(table.append("</table>\n<p class=\"soft\">" + Html.text(Numbers.LEGEND) + "</p>")
                .toString());
    }

    /** What was done to the data, and what went differently than asked for. */
    public List<String> treatments() {
        return result.treatments();
    }

    private Optional<ValidationResult.Section> section(String protocol) {
        return result.sections().stream()
                .filter(section -> section.protocol().equals(protocol))
                .findFirst();
    }

    private static void row(
            StringBuilder table, String name, List<ValidationResult.Section> sections, Function<Row, String> figure) {
        table.append("<tr><td class=\"left\">" + name + "</td>");
        for (String method : List.of(ValidationResult.ENSEMBLE, ValidationResult.NETWORK)) {
            for (ValidationResult.Section section : sections) {
                table.append("<td>");
                section.rows(section.greatestSize()).stream()
                        .filter(row -> row.method().equals(method))
                        .findFirst()
                        .map(figure)
                        .map(Html::text)
                        .ifPresent(table::append);
                table.append("</td>");
            }
        }
        table.append("</tr>\n");
    }
}
