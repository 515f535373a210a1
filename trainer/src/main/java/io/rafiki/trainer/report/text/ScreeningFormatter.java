package io.rafiki.trainer.report.text;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.screening.CampaignPlanFile;
import io.rafiki.trainer.screening.KnobAnova;
import io.rafiki.trainer.screening.KnobResult;
import io.rafiki.trainer.screening.MainEffect;
import io.rafiki.trainer.screening.PaperComparison;
import io.rafiki.trainer.screening.ScreeningNoise;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.statistics.PValue;
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
            The elbow splits the ranking in two: the logarithms then have the least sum of squared deviations within both parts. \
            A knob before the elbow is a key knob if its analysis of variance is significant (p < 0.05, adjusted by Holm for all knobs and \
            read ratios). A knob with a significant main effect in the two-level design is also a key knob.""";

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

    private ScreeningFormatter() {}

    /**
     * The result for a terminal.
     *
     * @param campaign plan of the key knobs; empty if there is none
     */
    public static List<String> lines(ScreeningResult screen, Optional<CampaignPlanFile> campaign) {
        List<String> lines = new ArrayList<>();
        lines.add("Screening " + screen.plan() + ": " + screen.measured() + " of " + screen.planned()
                + " trials measured, " + screen.knobs().size() + " knobs.");
        failures(screen).forEach(failed -> lines.add("Failed: " + failed));
        lines.add("Drift: " + screen.drift());
        for (ScreeningNoise noise : screen.noise()) {
            lines.add("");
            lines.add(text(noise));
            lines.addAll(table(screen, noise));
        }
        lines.add("");
        lines.add("sd: standard deviation of the values' means, in % of the baseline's mean. p: adjusted.");
        lines.add("best: gain of the best value over the baseline, in %. (-) before a name: after the elbow.");
        lines.add("effect: gain of the high over the low level, all knobs varying, in %, with its 95 % interval.");
        lines.add("Key knobs: " + ScreeningResult.listed(screen.keys()) + ".");
        lines.addAll(comparison(screen));
        lines.add("");
        if (screen.keys().isEmpty()) {
            lines.add("No knob exceeds the noise: no campaign is written. Measure longer, or add replicates.");
        }
        campaign.map(file -> file.isKept()
                        ? file.path() + ": the edited campaign is kept. To replace it, move the file and repeat the"
                                + " command."
                        : "Campaign of the key knobs: " + file.path())
                .ifPresent(lines::add);
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

    /** The knobs at one workload. */
    private static List<String> table(ScreeningResult screen, ScreeningNoise noise) {
        List<String> columns = new ArrayList<>(List.of("Knob", "Key", "sd", "F", "p", "best"));
        if (screen.isTwoLevel()) {
            columns.addAll(List.of("effect", "p of effect"));
        }
        columns.add("Set");
        return TextTable.rows(
                        columns,
                        screen.knobs().stream().map(knob -> row(knob, noise)).toList())
                .lines()
                .toList();
    }

    /** A column that was not measured is absent. */
    private static Map<String, Object> row(KnobResult knob, ScreeningNoise noise) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("Knob", (knob.beforeDrop() ? "" : "(-) ") + knob.name());
        row.put("Key", knob.reason());
        knob.alone().stream()
                .filter(found -> found.workload().equals(noise.workload()) && found.isMeasured())
                .forEach(found -> {
                    row.put("sd", String.format(Locale.ROOT, "%.1f", 100 * found.share()));
                    row.put("F", String.format(Locale.ROOT, "%.1f", found.f()));
                    row.put("p", PValue.text(found.adjusted()));
                    row.put("best", best(noise, found));
                });
        knob.effects().stream()
                .filter(effect -> effect.workload().equals(noise.workload()))
                .forEach(effect -> {
                    row.put("effect", text(effect));
                    row.put("p of effect", PValue.text(effect.adjusted()));
                });
        row.put("Set", knob.live() ? "live" : "at start");
        return row;
    }

    private static String best(ScreeningNoise noise, KnobAnova found) {
        return String.format(
                Locale.ROOT,
                "%s %+.1f",
                found.best().value(),
                100 * (found.best().mean() / noise.mean() - 1));
    }

    private static String text(MainEffect effect) {
        return String.format(
                Locale.ROOT,
                "%+.0f [%.0f, %.0f]",
                100 * effect.gain().mean(),
                100 * effect.gain().low(),
                100 * effect.gain().high());
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
