package io.rafiki.trainer.validate;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The parts of a validation of which the paper has figures, as HTML (Rafiki §4.7). */
public final class PaperFigures {

    private static final List<String> METHODS = List.of(ValidationResult.ENSEMBLE, ValidationResult.NETWORK);

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
                .map(section -> ValidationPlots.learningCurve(section)
                        + Html.paragraph(section.rule() + "; " + result.repeats()
                                + " repeats. Whiskers: 95 % intervals over the repeats.")
                        + curve(section))
                .reduce(String::concat);
    }

    /** The figures of the drawing. */
    private static String curve(ValidationResult.Section section) {
        List<String> head = new ArrayList<>(List.of("MAPE, %"));
        section.sizes().forEach(size -> head.add(size + " rows trained on"));
        Table table = new Table(head);
        section.rows().stream().map(Row::method).distinct().forEach(method -> {
            List<String> row = new ArrayList<>(List.of(method));
            section.rows().stream()
                    .filter(one -> one.method().equals(method))
                    .forEach(one -> row.add(Numbers.interval(one.mape())));
            table.row(row);
        });
        return table.html();
    }

    /**
     * How the ensemble's errors are distributed (Figures 8 and 9); empty if that was not withheld.
     *
     * @param withheld {@code configurations} or {@code workloads}
     */
    public Optional<String> errors(String withheld) {
        return section(withheld)
                .filter(section -> section.pairs().relativeErrors().length > 0)
                .map(section -> ValidationPlots.errors(section) + Html.paragraph(ValidationSheet.spread(section)));
    }

    /** Errors of the ensemble and of one network on unseen configurations and workloads (Table 2); empty if neither was withheld. */
    public Optional<String> table() {
        List<ValidationResult.Section> sections = new ArrayList<>();
        section("configurations").ifPresent(sections::add);
        section("workloads").ifPresent(sections::add);
        if (sections.isEmpty()) {
            return Optional.empty();
        }
        List<String> head = new ArrayList<>(List.of(""));
        for (String method : METHODS) {
            sections.forEach(section -> head.add(method + ", " + section.protocol() + " withheld"));
        }
        return Optional.of(new Table(head)
                        .row(row("MAPE, %", sections, row -> Numbers.interval(row.mape())))
                        .row(row("R2", sections, row -> Numbers.interval(row.r2())))
                        .row(row("RMSE", sections, row -> Numbers.interval(row.rmse())))
                        .row(row("rows trained on", sections, row -> Integer.toString(row.trainSize())))
                        .html()
                + Html.remark(Numbers.LEGEND));
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

    private static List<String> row(
            String name, List<ValidationResult.Section> sections, Function<Row, String> figure) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (String method : METHODS) {
            for (ValidationResult.Section section : sections) {
                cells.add(section.rows(section.greatestSize()).stream()
                        .filter(row -> row.method().equals(method))
                        .findFirst()
                        .map(figure)
                        .orElse(""));
            }
        }
        return cells;
    }
}
