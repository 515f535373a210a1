package io.rafiki.trainer.campaign;

import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.trainer.advice.Explanation;
import io.rafiki.trainer.advice.Interaction;
import io.rafiki.trainer.advice.Recommendation;
import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Plot;
import io.rafiki.trainer.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The pair of knobs that depend on each other most (Rafiki Figure 6). */
final class InteractionPart {

    static final String TITLE = "Figure 6: two knobs that depend on each other";
    private static final List<Double> RATIOS = List.of(0.1, 0.5, 0.9);
    private static final double HEIGHT = 320;

    private record Found(double readRatio, Interaction pair) {}

    private InteractionPart() {}

    static Part of(ModelBundle model, long seed) {
        if (model.space().size() < 2) {
            return Part.leftOut(TITLE, "the model has one knob.");
        }
        double least = model.envelope().minReadRatio();
        double most = model.envelope().maxReadRatio();
        List<Found> strongest = RATIOS.stream()
                .map(ratio -> Math.min(most, Math.max(least, ratio)))
                .distinct()
                .map(ratio -> new Found(ratio, strongest(model, ratio, seed)))
                .toList();
        Optional<Found> shown = strongest.stream()
                .filter(found -> found.pair().isDistinguishable())
                .max(Comparator.comparingDouble(found -> found.pair().strength()));
        return shown.map(found -> Part.shown(TITLE, html(found)))
                .orElseGet(() -> Part.leftOut(
                        TITLE,
                        "no pair depends on each other by more than twice what the model cannot tell; the strongest is "
                                + text(strongest.stream()
                                        .max(Comparator.comparingDouble(
                                                found -> found.pair().strength()))
                                        .orElseThrow())));
    }

    private static Interaction strongest(ModelBundle model, double readRatio, long seed) {
        Recommendation advice =
                Recommendation.of(model, readRatio, Map.of(), Map.of(), Map.of(), SearchSpace.KAPPA, seed);
        List<Interaction> all = Explanation.of(model, advice).interactions();
        return all.stream().filter(Interaction::isDistinguishable).findFirst().orElse(all.get(0));
    }

    private static String text(Found found) {
        Interaction pair = found.pair();
        return String.format(
                Locale.ROOT,
                "%s with %s at %s reads: %.1f %% of throughput are not additive, +- %.1f.",
                pair.first(),
                pair.second(),
                Measured.percent(found.readRatio()),
                100 * pair.strength(),
                100 * pair.deviation());
    }

    /** The figures of the drawing. */
    private static Table table(Interaction pair) {
        List<String> head = new ArrayList<>(List.of(pair.first() + ", by " + pair.second()));
        pair.columns().forEach(column -> head.add(column.toString()));
        Table table = new Table(head);
        for (int r = 0; r < pair.rows().size(); r++) {
            List<String> row = new ArrayList<>(List.of(pair.rows().get(r).toString()));
            pair.predicted().get(r).forEach(predicted -> row.add(String.format(Locale.ROOT, "%,.0f", predicted)));
            table.row(row);
        }
        return table;
    }

    private static String html(Found found) {
        Interaction pair = found.pair();
        int columns = pair.columns().size();
        double most = pair.predicted().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double least = pair.predicted().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(0);
        double margin = Math.max(1, 0.1 * (most - least));
        Plot plot = new Plot(
                TITLE,
                HEIGHT,
                new Plot.Axis(pair.second(), 0, Math.max(1, columns - 1), false),
                new Plot.Axis(
                        "predicted ops/s, a line for each " + pair.first(), least - margin, most + margin, false));
        double[] places = IntStream.range(0, columns).mapToDouble(c -> c).toArray();
        for (int c = 0; c < columns; c++) {
            plot.tickAcross(c, pair.columns().get(c).toString());
        }
        for (int i = 0; i <= 4; i++) {
            double value = least + (most - least) * i / 4;
            plot.tickUp(value, String.format(Locale.ROOT, "%,.0f", value));
        }
        for (int r = 0; r < pair.rows().size(); r++) {
            double[] predicted = pair.predicted().get(r).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            plot.line("m" + r % 6, places, predicted)
                    .words(
                            columns - 1,
                            predicted[columns - 1],
                            pair.rows().get(r).toString());
        }
        return plot.svg()
                + table(pair).html()
                + Html.paragraph(text(found)
                        + " All other knobs are as chosen there. The figures are the model's. Were the knobs independent, the lines"
                        + " would be parallel.");
    }
}
