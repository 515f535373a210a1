package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.screening.KnobAnova;
import io.rafiki.trainer.screening.KnobResult;
import io.rafiki.trainer.screening.MainEffect;
import io.rafiki.trainer.screening.PaperComparison;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.statistics.PValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of a screening as a page. */
public final class ScreeningPage {

    /** The data of {@code screening.mustache}. */
    private record View(
            String plan,
            Figure figure,
            DataTable effects,
            DataTable noise,
            String drift,
            DataTable failed,
            DataTable environment) {}

    /**
     * The data of {@code screening-figure.mustache}, which the page of a campaign shows, too.
     *
     * @param effectsChart null without a two-level design
     */
    record Figure(
            String keys,
            int measured,
            int planned,
            DataTable comparison,
            Chart deviations,
            DataTable values,
            Chart effectsChart) {

        static Figure of(ScreeningResult screen) {
            return new Figure(
                    ScreeningResult.listed(screen.keys()),
                    screen.measured(),
                    screen.planned(),
                    ScreeningPage.comparison(screen.comparison()),
                    ScreeningCharts.deviations(screen),
                    ScreeningPage.values(screen),
                    screen.isTwoLevel() ? ScreeningCharts.effects(screen) : null);
        }
    }

    private ScreeningPage() {}

    /** The page: one file that needs no other. */
    public static String html(ScreeningResult screen) {
        return Templates.page(
                "screening",
                new View(
                        screen.plan(),
                        Figure.of(screen),
                        screen.isTwoLevel() ? effects(screen) : null,
                        noise(screen),
                        screen.drift(),
                        screen.failed().isEmpty() ? null : failed(screen),
                        DataTable.facts("Environment", screen.environment())));
    }

    private static DataTable comparison(PaperComparison comparison) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("key here and in the paper", ScreeningResult.listed(comparison.both()));
        facts.put("key here only", ScreeningResult.listed(comparison.onlyHere()));
        facts.put("key in the paper only", ScreeningResult.listed(comparison.onlyPaper()));
        if (!comparison.notScreened().isEmpty()) {
            facts.put("key in the paper, not screened here", ScreeningResult.listed(comparison.notScreened()));
        }
        return DataTable.facts("Comparison with the paper", facts);
    }

    private static DataTable values(ScreeningResult screen) {
        DataTable table = DataTable.of(
                "Each knob alone",
                Column.text("knob"),
                Column.number("reads"),
                Column.wide("mean throughput of each value, ops/s (trials)"),
                Column.number("SD of the means, ops/s"),
                Column.number("F"),
                Column.number("p"),
                Column.number("p, adjusted"),
                Column.text("key knob"));
        for (KnobResult knob : screen.knobs()) {
            for (KnobAnova found : knob.alone()) {
                List<String> row =
                        new ArrayList<>(List.of(knob.name(), WorkloadText.percent(found.workload()), means(found)));
                row.addAll(
                        found.isMeasured()
                                ? List.of(
                                        HumanUnits.count(found.deviation()) + " (" + HumanUnits.percent(found.share())
                                                + ")",
                                        ratio(found.f()),
                                        PValue.text(found.p()),
                                        PValue.text(found.adjusted()))
                                : List.of(HumanUnits.ABSENT, HumanUnits.ABSENT, HumanUnits.ABSENT, HumanUnits.ABSENT));
                row.add(knob.reason());
                table.row(emphasis(knob), row);
            }
        }
        return table;
    }

    private static String ratio(double f) {
        return Double.isInfinite(f) ? HumanUnits.INFINITE : String.format(Locale.ROOT, "%.1f", f);
    }

    /** The parts of one mean stay on one line. */
    private static String means(KnobAnova found) {
        return found.values().stream()
                .map(value ->
                        value.value() + ":\u00a0" + HumanUnits.count(value.mean()) + "\u00a0(" + value.trials() + ")")
                .collect(Collectors.joining(", "));
    }

    private static DataTable effects(ScreeningResult screen) {
        DataTable table = DataTable.of(
                "Main effects",
                Column.text("knob"),
                Column.number("reads"),
                Column.text("low level"),
                Column.text("high level"),
                Column.number("effect"),
                Column.number("95 % interval"),
                Column.number("p"),
                Column.number("p, adjusted"));
        for (KnobResult knob : screen.knobs()) {
            for (MainEffect effect : knob.effects()) {
                table.row(
                        emphasis(knob),
                        List.of(
                                knob.name(),
                                WorkloadText.percent(effect.workload()),
                                effect.low().toString(),
                                effect.high().toString(),
                                HumanUnits.signedPercent(effect.gain().mean()),
                                String.format(
                                        Locale.ROOT,
                                        "%+.1f to %+.1f %%",
                                        100 * effect.gain().low(),
                                        100 * effect.gain().high()),
                                PValue.text(effect.p()),
                                PValue.text(effect.adjusted())));
            }
        }
        return table;
    }

    private static DataTable noise(ScreeningResult screen) {
        return DataTable.of(
                        "Noise by read ratio",
                        Column.text("reads"),
                        Column.number("baseline, ops/s"),
                        Column.number("baseline trials"),
                        Column.number("coefficient of variation"),
                        Column.number("noise floor of a mean"))
                .rows(
                        screen.noise(),
                        noise -> List.of(
                                WorkloadText.percent(noise.workload()),
                                HumanUnits.count(noise.mean()),
                                Integer.toString(noise.trials()),
                                HumanUnits.percent(noise.variation()),
                                HumanUnits.percent(noise.floor())));
    }

    private static DataTable failed(ScreeningResult screen) {
        return DataTable.of(
                        "Failed trials without a later measurement",
                        Column.number("trials"),
                        Column.number("reads"),
                        Column.wide("configuration: difference to the baseline"),
                        Column.wide("cause"))
                .rows(
                        screen.failed(),
                        failed -> List.of(
                                Integer.toString(failed.trials()),
                                WorkloadText.percent(failed.workload()),
                                failed.configuration(),
                                failed.cause()));
    }

    private static String emphasis(KnobResult knob) {
        return knob.isKey() ? "strong" : "";
    }
}
