package io.rafiki.trainer.validate;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import io.rafiki.trainer.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A validation's result as one self-contained HTML page. */
public final class ValidationPage {

    static final String STYLE =
            """
            .m0{stroke:var(--tuned);stroke-width:2.6} .m1{stroke:var(--tuned);stroke-dasharray:6 4} .m2{stroke:var(--mark)} .m3{stroke:#15803d;stroke-dasharray:9 3}
            .m4{stroke:var(--default);stroke-dasharray:2 3} .m5{stroke:var(--default)} circle.m0{fill:var(--tuned)} circle.m1{fill:var(--paper)} circle.m2{fill:var(--mark)}
            circle.m3{fill:#15803d} circle.m4{fill:var(--paper)} circle.m5{fill:var(--default)} .pair{fill:var(--tuned);fill-opacity:.45} .bar{fill:var(--tuned);fill-opacity:.7}
            .whisker{stroke-width:1;stroke:var(--soft)} .even{stroke:var(--soft)} .ours td{font-weight:600} .behind td:last-child{color:var(--mark);font-weight:600}
            """;

    private ValidationPage() {}

    /** The page: findings, tables, learning curve, predictions beside measurements, errors, treatments. */
    public static String html(ValidationResult result) {
        List<String> parts = new ArrayList<>();
        parts.add("<h1>Rafiki validation</h1>");
        parts.add("<p class=\"lead\">" + Html.text(ValidationSheet.facts(result.table())) + "</p>");
        parts.add(Html.list(Findings.of(result)));
        for (ValidationResult.Section section : result.sections()) {
            parts.add("<h2>" + Html.text(sentence(section.rule())) + "</h2>");
            if (section.sizes().size() > 1) {
                parts.add(ValidationPlots.learningCurve(section));
            }
            for (int size : section.sizes()) {
                parts.add(table(section.rows(size)));
            }
        }
        parts.add(Html.remark(Numbers.LEGEND + " The table's last column compares repeat by repeat."));
        if (result.pairs().size() > 0) {
            parts.add("<h2>Predicted and measured</h2>");
            parts.add(ValidationPlots.scatter(result));
            if (result.pairs().relativeErrors().length > 0) {
                parts.add("<h2>Distribution of errors</h2>");
                parts.add(ValidationPlots.errors(result.sections().get(0)));
                parts.add(
                        Html.paragraph(ValidationSheet.spread(result.sections().get(0))));
            }
        }
        parts.add("<h2>Methods</h2>" + methods(result.methods()));
        parts.add("<h2>Treatments</h2>"
                + (result.treatments().isEmpty() ? "<p>None was needed.</p>" : Html.list(result.treatments())));
        parts.add(Html.remark(
                result.repeats() + (result.repeats() == 1 ? " repeat" : " repeats") + ", seed " + result.seed() + "."));
        return Page.of("Rafiki validation: " + result.table().source(), STYLE, String.join("\n", parts));
    }

    private static String table(List<Row> rows) {
        Table table = new Table(List.of(
                String.format(
                        Locale.ROOT,
                        "%d trained on, %.0f predicted",
                        rows.get(0).trainSize(),
                        rows.get(0).testSize()),
                "MAPE %",
                "R2",
                "RMSE",
                "within 1, 2 dev.",
                "MAPE less the ensemble's"));
        for (Row row : rows) {
            table.row(
                    List.of(
                            row.method(),
                            Numbers.interval(row.mape()),
                            Numbers.interval(row.r2()),
                            Numbers.interval(row.rmse()),
                            Numbers.coverage(row),
                            Numbers.against(row)),
                    row.isEnsemble() ? "ours" : row.standing() == Row.Standing.BEHIND ? "behind" : "");
        }
        return table.html();
    }

    private static String methods(Map<String, String> methods) {
        Table table = new Table(List.of());
        methods.forEach((name, what) -> table.row(List.of(name, what)));
        return table.html();
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
