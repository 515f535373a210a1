package io.rafiki.trainer.report.text;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.screening.KnobAnova;
import io.rafiki.trainer.screening.KnobResult;
import io.rafiki.trainer.screening.MainEffect;
import io.rafiki.trainer.screening.PaperComparison;
import io.rafiki.trainer.screening.ScreeningNoise;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.statistics.PValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A screening's result as text for a terminal, and as data for programs. */
public final class ScreeningFormatter {

    /** How the key knobs are chosen, for readers. */
    static final String RULE =
            """
            Knobs are ranked by the standard deviation of the mean throughput over their values, as a share of the baseline's mean. \
            The read ratio with the greatest share counts. \
            The drop splits the ranking in two: the logarithms then have the least sum of squared deviations within both parts. \
            A knob before the drop is a key knob if its analysis of variance is significant (p < 0.05, adjusted by Holm for all knobs and \
            read ratios). A knob with a significant main effect in the two-level design is also a key knob.""";

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

    private static final String NOT_MEASURED = "-";

    private ScreeningFormatter() {}

    /**
     * The result for a terminal.
     *
     * @param campaign plan of the key knobs; empty without key knobs
     */
    public static List<String> lines(ScreeningResult screen, Optional<Path> campaign) {
        List<String> lines = new ArrayList<>();
        lines.add("Screening " + screen.plan() + ": " + screen.measured() + " of " + screen.planned()
                + " trials measured, " + screen.knobs().size() + " knobs.");
        failures(screen).forEach(failed -> lines.add("Failed: " + failed));
        screen.noise().forEach(noise -> lines.add(text(noise)));
        lines.add("Drift: " + screen.drift());
        lines.add("");
        lines.addAll(TextTable.rows(columns(screen), rows(screen)).lines().toList());
        lines.add("");
        lines.add("sd: standard deviation of the values' means, in % of the baseline's mean. p: adjusted.");
        lines.add("best: gain of the best value over the baseline, in %. (-) before a name: after the drop.");
        lines.add("effect: gain of the high over the low level, all knobs varying, in %, with its 95 % interval.");
        lines.add("Key knobs: " + ScreeningResult.listed(screen.keys()) + ".");
        lines.addAll(comparison(screen));
        lines.add("");
        lines.add(campaign.map(file -> "Campaign of the key knobs: " + file)
                .orElse("No knob exceeds the noise: no campaign is written. Measure longer, or add replicates."));
        return lines;
    }

    private static List<String> failures(ScreeningResult screen) {
        return screen.failed().stream()
                .map(failed -> failed.trials() + " x " + WorkloadText.reads(failed.workload()) + ", "
                        + failed.configuration() + ": " + failed.cause())
                .toList();
    }

    private static List<String> comparison(ScreeningResult screen) {
        PaperComparison comparison = screen.comparison();
        List<String> lines = new ArrayList<>(List.of(
                "Key here and in the paper: " + ScreeningResult.listed(comparison.both()),
                "Key here only: " + ScreeningResult.listed(comparison.onlyHere()),
                "Key in the paper only: " + ScreeningResult.listed(comparison.onlyPaper())));
        if (!comparison.notScreened().isEmpty()) {
            lines.add("Key in the paper, not screened here: " + ScreeningResult.listed(comparison.notScreened()));
        }
        return lines;
    }

    private static String text(ScreeningNoise noise) {
        return String.format(
                Locale.ROOT,
                "%s: baseline %,.0f ops/s in %d trials, coefficient of variation %.1f %%;"
                        + " noise floor of a mean %.1f %%.",
                WorkloadText.reads(noise.workload()),
                noise.mean(),
                noise.trials(),
                100 * noise.variation(),
                100 * noise.floor());
    }

    private static List<String> columns(ScreeningResult screen) {
        List<String> columns = new ArrayList<>(List.of("Knob", "Key"));
        for (ScreeningNoise noise : screen.noise()) {
            String reads = " " + WorkloadText.percent(noise.workload());
            columns.addAll(List.of("sd" + reads, "F" + reads, "p" + reads, "best" + reads));
            if (screen.isTwoLevel()) {
                columns.add("effect" + reads);
            }
        }
        columns.add("Set");
        return columns;
    }

    private static List<Map<String, Object>> rows(ScreeningResult screen) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (KnobResult knob : screen.knobs()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Knob", (knob.beforeDrop() ? "" : "(-) ") + knob.name());
            row.put("Key", knob.reason());
            for (KnobAnova found : knob.alone()) {
                String reads = " " + WorkloadText.percent(found.workload());
                boolean is = found.isMeasured();
                row.put("sd" + reads, is ? String.format(Locale.ROOT, "%.1f", 100 * found.share()) : NOT_MEASURED);
                row.put("F" + reads, is ? String.format(Locale.ROOT, "%.1f", found.f()) : NOT_MEASURED);
                row.put("p" + reads, is ? PValue.text(found.adjusted()) : NOT_MEASURED);
                row.put("best" + reads, is ? best(screen, found) : NOT_MEASURED);
            }
            for (MainEffect effect : knob.effects()) {
                row.put("effect " + WorkloadText.percent(effect.workload()), text(effect));
            }
            row.put("Set", knob.live() ? "live" : "at start");
            rows.add(row);
        }
        return rows;
    }

    private static String best(ScreeningResult screen, KnobAnova found) {
        double baseline = screen.noise().stream()
                .filter(noise -> noise.workload().equals(found.workload()))
                .mapToDouble(ScreeningNoise::mean)
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s %+.1f",
                found.best().value(),
                100 * (found.best().mean() / baseline - 1));
    }

    private static String text(MainEffect effect) {
        return String.format(
                Locale.ROOT,
                "%+.0f [%.0f, %.0f]%s",
                100 * effect.gain().mean(),
                100 * effect.gain().low(),
                100 * effect.gain().high(),
                effect.adjusted() < KnobResult.LEVEL ? " *" : "");
    }

    /** The whole of it as maps, lists, texts and numbers. */
    public static Map<String, Object> details(ScreeningResult screen) {
        Map<String, Object> details = JSON.convertValue(screen, new TypeReference<LinkedHashMap<String, Object>>() {});
        List<Map<String, Object>> knobs = new ArrayList<>();
        for (KnobResult knob : screen.knobs()) {
            Map<String, Object> one = JSON.convertValue(knob, new TypeReference<LinkedHashMap<String, Object>>() {});
            one.put("score", knob.score());
            one.put("key", knob.isKey());
            one.put("reason", knob.reason());
            knobs.add(one);
        }
        details.put("knobs", knobs);
        details.put("keys", screen.keys());
        details.put("rule", RULE);
        details.put("comparison", comparison(screen));
        details.put("failed", failures(screen));
        return details;
    }
}
