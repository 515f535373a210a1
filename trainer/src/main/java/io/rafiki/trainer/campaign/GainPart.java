package io.rafiki.trainer.campaign;

import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.advice.GainPath;
import io.rafiki.trainer.advice.Recommendation;
import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Plot;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The default configuration and Rafiki's choice over read ratios (Rafiki Figure 4), and the way from one to the other. */
final class GainPart {

    static final String TITLE = "Figure 4: default and Rafiki's choice over read ratios";
    static final String PATH = "Ablation: the way from the default to the choice, one knob at a time";
    private static final int STEPS = 10;
    private static final double HEIGHT = 340;

    private final Measured measured;
    private final ModelBundle model;
    private final long seed;
    private final List<Recommendation> advice = new ArrayList<>();

    GainPart(Measured measured, ModelBundle model, long seed) {
        this.measured = measured;
        this.model = model;
        this.seed = seed;
        double least = model.envelope().minReadRatio();
        double most = model.envelope().maxReadRatio();
        IntStream.rangeClosed(0, STEPS)
                .mapToDouble(i -> Math.round(100 * (least + (most - least) * i / STEPS)) / 100.0)
                .distinct()
                .forEach(readRatio -> advice.add(at(readRatio)));
    }

    Part figure(Optional<Verification> verification) {
        List<Trial> usual = measured.good().stream().filter(measured::isDefault).toList();
        List<Verification.Row> chosen = verification.map(this::chosen).orElse(List.of());
        double top = 1.1
                * Stream.of(
                                usual.stream().map(trial -> trial.throughput().mean()),
                                chosen.stream().map(row -> Math.max(row.mean(), row.usualMean())),
                                advice.stream()
                                        .map(one -> Math.max(
                                                ofChoice(one).upperBound(1),
                                                one.ofDefault().mean())))
                        .flatMap(values -> values)
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1);
        Plot plot = new Plot(
                TITLE, HEIGHT, new Plot.Axis("share of reads", 0, 1, false), new Plot.Axis("ops/s", 0, top, false));
        for (int i = 0; i <= 4; i++) {
            plot.tickAcross(i / 4.0, 25 * i + " %")
                    .tickUp(top * i / 4, String.format(Locale.ROOT, "%,.0f", top * i / 4));
        }
        double[] ratios = advice.stream().mapToDouble(Recommendation::readRatio).toArray();
        for (Recommendation one : advice) {
            double[] at = {one.readRatio(), one.readRatio()};
            plot.line("whisker", at, new double[] {
                ofChoice(one).lowerBound(1), ofChoice(one).upperBound(1)
            });
            plot.dot("m5", one.readRatio(), one.ofDefault().mean(), 2)
                    .dot("m0", one.readRatio(), ofChoice(one).mean(), 2);
        }
        double[] best = advice.stream().mapToDouble(one -> ofChoice(one).mean()).toArray();
        double[] base =
                advice.stream().mapToDouble(one -> one.ofDefault().mean()).toArray();
        int last = ratios.length - 1;
        plot.line("m5", ratios, base).line("m0", ratios, best);
        plot.words(ratios[last], best[last], "choice").words(ratios[last], base[last], "default");
        usual.forEach(trial ->
                plot.dot("m5", trial.workload().readRatio(), trial.throughput().mean(), 4));
        chosen.forEach(
                row -> plot.dot("m2", row.readRatio(), row.mean(), 5).dot("m5", row.readRatio(), row.usualMean(), 6));
        return Part.shown(
                TITLE,
                plot.svg()
                        + Html.paragraph(
                                "Lines: what the model predicts, with one deviation, at the small dots. Grey dots beside them: trials of the default. "
                                        + (chosen.isEmpty()
                                                ? "What the model chooses was not measured in the verification, or is the default: the gains here are predictions."
                                                : "Large dots: the choice as measured in the verification, and the default in the same pairs."))
                        + Html.list(others(chosen))
                        + (model.provenance().trialsHash().equals(measured.set().hash())
                                ? ""
                                : Html.paragraph("The model was trained on other trials than these."))
                        + table().html()
                        + Html.paragraph(summary()));
    }

    /** What the verification measured of the model's choices: by their label, or because the model chooses the same here. */
    private List<Verification.Row> chosen(Verification verification) {
        return verification.rows().stream()
                .filter(row -> row.label().startsWith(Contenders.RAFIKI)
                        || advice.stream()
                                .anyMatch(one -> one.readRatio() == row.readRatio()
                                        && one.choice()
                                                .toMap()
                                                .equals(row.configuration().toMap())))
                .toList();
    }

    /** Where the verification measured what another model chose, or another seed. */
    private List<String> others(List<Verification.Row> chosen) {
        List<String> others = new ArrayList<>();
        for (Verification.Row row : chosen) {
            Recommendation here = at(row.readRatio());
            if (!here.choice().toMap().equals(row.configuration().toMap())) {
                others.add("At " + Measured.percent(row.readRatio())
                        + " reads the verification measured another choice than this model's: "
                        + row.configuration().beyondDefaults() + ".");
            }
        }
        return others;
    }

    private Recommendation at(double readRatio) {
        return Recommendation.of(model, readRatio, Map.of(), Map.of(), Map.of(), SearchSpace.KAPPA, seed);
    }

    private static Prediction ofChoice(Recommendation one) {
        return one.isBetter() ? one.ofBest() : one.ofDefault();
    }

    private static double gainOf(Recommendation one) {
        return one.isBetter() ? one.gain().mean() : 0;
    }

    private Table table() {
        Table table = new Table(
                List.of("reads", "predicted default", "predicted choice", "gain", "gain less 2 deviations", "choice"));
        for (Recommendation one : advice) {
            table.row(List.of(
                    Measured.percent(one.readRatio()),
                    String.format(Locale.ROOT, "%,.0f", one.ofDefault().mean()),
                    String.format(Locale.ROOT, "%,.0f", ofChoice(one).mean()),
                    gain(gainOf(one)),
                    one.isBetter() ? gain(one.gain().lowerBound(2)) : "-",
                    one.isBetter()
                            ? one.best().beyondDefaults()
                            : "default: the best that was found, "
                                    + gain(one.gain().mean()) + ", is not better beyond doubt"));
        }
        return table;
    }

    private String summary() {
        return String.format(
                Locale.ROOT,
                "Mean predicted gain: %s over all read ratios, %s at 70 %% reads and more, %s at 30 %% and less (the paper measured 30, 41 and 14 %%).",
                mean(0, 1),
                mean(0.7, 1),
                mean(0, 0.3));
    }

    private String mean(double from, double to) {
        return advice.stream()
                .filter(one -> one.readRatio() >= from && one.readRatio() <= to)
                .mapToDouble(GainPart::gainOf)
                .average()
                .stream()
                .mapToObj(GainPart::gain)
                .findFirst()
                .orElse("not known");
    }

    /** One table for the read ratio with the greatest predicted gain. */
    Part path() {
        Recommendation most = advice.stream()
                .max(Comparator.comparingDouble(GainPart::gainOf))
                .orElseThrow();
        GainPath path = GainPath.of(model, most);
        if (!most.isBetter() || path.steps().isEmpty()) {
            return Part.leftOut(PATH, "the model prefers the default at every read ratio.");
        }
        Table table = new Table(List.of("knob", "from", "to", "gain of this step", "together", "beyond doubt"));
        for (GainPath.Step step : path.steps()) {
            table.row(List.of(
                    step.knob(),
                    step.from().toString(),
                    step.to().toString(),
                    gain(step.gain().mean()) + " +- "
                            + gain(step.gain().deviation()).substring(1),
                    gain(step.total().mean()),
                    step.isSure()
                            ? "yes"
                            : step.isDistinguishable() ? "no: within 2 deviations" : "no: within one deviation"));
        }
        return Part.shown(
                PATH,
                Html.paragraph("At " + Measured.percent(most.readRatio())
                                + " reads, where the predicted gain is greatest; all" + " figures are the model's.")
                        + table.html());
    }

    private static String gain(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }
}
