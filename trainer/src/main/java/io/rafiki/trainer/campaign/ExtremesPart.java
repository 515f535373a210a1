package io.rafiki.trainer.campaign;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The greatest, the default and the least throughput that were measured (Rafiki Table 1). */
final class ExtremesPart {

    private static final String TITLE = "Table 1: greatest, default and least throughput that were measured";

    /** How far a trial's read ratio may be from the default's. */
    private static final double NEAR = 0.05;

    private static final int FEWEST = 4;

    private ExtremesPart() {}

    static Part of(Measured measured) {
        Table table = new Table(List.of(
                "reads", "trials", "greatest, ops/s", "default, ops/s", "least, ops/s", "greatest with", "least with"));
        List<Double> few = new ArrayList<>();
        UsualThroughput defaults = UsualThroughput.of(measured);
        for (Map.Entry<Double, List<Trial>> ratio : measured.defaults().entrySet()) {
            double usual = defaults.at(ratio.getKey());
            List<Trial> others = measured.good().stream()
                    .filter(trial -> Math.abs(trial.workload().readRatio() - ratio.getKey()) <= NEAR + 1e-9)
                    .filter(trial -> !measured.isDefault(trial))
                    .map(trial ->
                            trial.times(usual / defaults.at(trial.workload().readRatio())))
                    .sorted(Comparator.comparingDouble(
                            trial -> trial.throughput().mean()))
                    .toList();
            if (others.stream().map(measured::configuration).distinct().count() < FEWEST) {
                few.add(ratio.getKey());
                continue;
            }
            Trial least = others.get(0);
            Trial greatest = others.get(others.size() - 1);
            double bottom = Math.min(usual, least.throughput().mean());
            table.row(List.of(
                    Measured.percent(ratio.getKey()),
                    Integer.toString(others.size()),
                    figure(greatest.throughput().mean(), bottom),
                    figure(usual, bottom),
                    figure(least.throughput().mean(), bottom),
                    measured.configuration(greatest).beyondDefaults(),
                    measured.configuration(least).beyondDefaults()));
        }
        String left = few.isEmpty()
                ? ""
                : Html.paragraph("Left out, with fewer than " + FEWEST + " other configurations near them: "
                        + String.join(", ", few.stream().map(Measured::percent).toList()) + " reads.");
        return table.isEmpty()
                ? Part.leftOut(
                        TITLE,
                        "there is no read ratio with the default and at least " + FEWEST
                                + " other configurations within 5 points of it.")
                : Part.shown(
                        TITLE,
                        table.html()
                                + left
                                + Html.paragraph(
                                        "In brackets: more than the least. Trials within 5 points of the default's read ratio, scaled by what the"
                                                + " default changes by on the way there; the greatest and the least of many single trials are"
                                                + " chance in part."));
    }

    private static String figure(double throughput, double least) {
        return String.format(Locale.ROOT, "%,.0f (%+.1f %%)", throughput, 100 * (throughput / least - 1));
    }
}
