package io.rafiki.trainer.validate;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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
        parts.add(list(Findings.of(result)));
        for (ValidationResult.Section section : result.sections()) {
            parts.add("<h2>" + Html.text(sentence(section.rule())) + "</h2>");
            if (section.sizes().size() > 1) {
                parts.add(ValidationPlots.learningCurve(section));
            }
            for (int size : section.sizes()) {
                parts.add(table(section.rows(size)));
            }
        }
        parts.add("<p class=\"soft\">" + Html.text(Numbers.LEGEND)
                + " The table's last column compares repeat by repeat.</p>");
        if (result.pairs().size() > 0) {
            parts.add("<h2>Predicted and measured</h2>");
            parts.add(ValidationPlots.scatter(result));
            if (result.pairs().relativeErrors().length > 0) {
                parts.add("<h2>Distribution of errors</h2>");
                parts.add(ValidationPlots.errors(result.sections().get(0)));
                parts.add("<p>"
                        + Html.text(ValidationSheet.spread(result.sections().get(0))) + "</p>");
            }
        }
        parts.add("<h2>Methods</h2>" + methods(result.methods()));
        parts.add("<h2>Treatments</h2>"
                + (result.treatments().isEmpty() ? "<p>None was needed.</p>" : list(result.treatments())));
        parts.add("<p class=\"soft\">" + result.repeats() + (result.repeats() == 1 ? " repeat" : " repeats") + ", seed "
                + result.seed() + ".</p>");
        return Page.of("Rafiki validation: " + result.table().source(), STYLE, String.join("\n", parts));
    }

    private static String table(List<Row> rows) {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "<table><tr><th>%d trained on, %.0f predicted</th><th>MAPE %%</th><th>R2</th><th>RMSE</th>"
                        + "<th>within 1, 2 dev.</th><th>MAPE less the ensemble's</th></tr>%n",
                rows.get(0).trainSize(),
                rows.get(0).testSize()));
        for (Row row : rows) {
            String kind = row.isEnsemble() ? "ours" : row.standing() == Row.Standing.BEHIND ? "behind" : "";
            table.append("<tr class=\"" + kind + "\"><td>")
                    .append(List.of(
                                    row.method(),
                                    Numbers.interval(row.mape()),
                                    Numbers.interval(row.r2()),
                                    Numbers.interval(row.rmse()),
                                    Numbers.coverage(row),
                                    Numbers.against(row))
                            .stream()
                            .map(Html::text)
                            .collect(Collectors.joining("</td><td>")))
                    .append("</td></tr>\n");
        }
        return table.append("</table>").toString();
    }

    private static String methods(Map<String, String> methods) {
        return methods.entrySet().stream()
                .map(method -> "<tr><td>" + Html.text(method.getKey()) + "</td><td class=\"left\">"
                        + Html.text(method.getValue()) + "</td></tr>")
                .collect(Collectors.joining("\n", "<table>", "</table>"));
    }

    private static String list(List<String> lines) {
        return lines.stream()
                .map(line -> "<li>" + Html.text(line) + "</li>")
                .collect(Collectors.joining("\n", "<ul>", "</ul>"));
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
