package io.rafiki.trainer.screen;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.operator.TextTable;
import io.rafiki.trainer.statistics.Chance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A screening's result as text for a terminal, and as data for programs. */
final class ScreenSheet {

    /** How the key knobs are chosen, for readers. */
    static final String RULE =
            """
            Ranked by the standard deviation of the mean throughput over a knob's values, as a share of the default's mean, at the read ratio \
            where it is greatest. The drop is where splitting the ranking in two makes both parts most alike (least squares of the logarithms). \
            Key is a knob before the drop whose analysis of variance is significant (p < 0.05, adjusted by Holm for all knobs and read ratios), \
            and any knob with a significant main effect in the two-level design, where all others vary too.""";

    private static final JsonMapper JSON = new JsonMapper();

    private static final String NOT_MEASURED = "-";

    private ScreenSheet() {}

    static List<String> lines(Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add("Screening " + screen.plan() + ": " + screen.measured() + " of " + screen.planned()
                + " trials measured, " + screen.knobs().size() + " knobs.");
        screen.failed().forEach(failed -> lines.add("Failed: " + failed));
        screen.noise().forEach(noise -> lines.add(text(noise)));
        lines.add("Drift: " + screen.drift());
        lines.add("");
        lines.addAll(TextTable.rows(columns(screen), rows(screen)).lines().toList());
        lines.add("");
        lines.add(
                "sd: standard deviation of the values' means, in % of the default's. p: adjusted. best: gain of the best value over the");
        lines.add(
                "default. effect: gain of the high over the low level, all knobs varying, in %, with its 95 % interval. (-) before a name: after");
        lines.add("the drop. Key knobs: " + Screen.listed(screen.keys()) + ".");
        lines.addAll(screen.comparison());
        return lines;
    }

    static String text(Noise noise) {
        return String.format(
                Locale.ROOT,
                "Reads %.0f %%: default %,.0f ops/s in %d trials, coefficient of variation %.1f %%;"
                        + " a value that does nothing deviates by %.1f %%.",
                100 * noise.readRatio(),
                noise.mean(),
                noise.trials(),
                100 * noise.variation(),
                100 * noise.floor());
    }

    private static List<String> columns(Screen screen) {
        List<String> columns = new ArrayList<>(List.of("Knob", "Key"));
        for (Noise noise : screen.noise()) {
            String reads = " " + percent(noise.readRatio());
            columns.addAll(List.of("sd" + reads, "F" + reads, "p" + reads, "best" + reads));
            if (screen.isTwoLevel()) {
                columns.add("effect" + reads);
            }
        }
        columns.add("Set");
        return columns;
    }

    private static List<Map<String, Object>> rows(Screen screen) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (KnobResult knob : screen.knobs()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Knob", (knob.beforeDrop() ? "" : "(-) ") + knob.name());
            row.put("Key", knob.reason());
            for (Alone found : knob.alone()) {
                String reads = " " + percent(found.readRatio());
                boolean is = found.isMeasured();
                row.put("sd" + reads, is ? String.format(Locale.ROOT, "%.1f", 100 * found.share()) : NOT_MEASURED);
                row.put("F" + reads, is ? String.format(Locale.ROOT, "%.1f", found.f()) : NOT_MEASURED);
                row.put("p" + reads, is ? Chance.text(found.adjusted()) : NOT_MEASURED);
                row.put("best" + reads, is ? best(screen, found) : NOT_MEASURED);
            }
            for (Effect effect : knob.effects()) {
                row.put("effect " + percent(effect.readRatio()), text(effect));
            }
            row.put("Set", knob.live() ? "live" : "at start");
            rows.add(row);
        }
        return rows;
    }

    static String best(Screen screen, Alone found) {
        double usual = screen.noise().stream()
                .filter(noise -> noise.readRatio() == found.readRatio())
                .mapToDouble(Noise::mean)
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s %+.1f",
                found.best().value(),
                100 * (found.best().mean() / usual - 1));
    }

    static String text(Effect effect) {
        return String.format(
                Locale.ROOT,
                "%+.0f [%.0f, %.0f]%s",
                100 * effect.gain().mean(),
                100 * effect.gain().low(),
                100 * effect.gain().high(),
                effect.adjusted() < KnobResult.LEVEL ? " *" : "");
    }

    static String percent(double readRatio) {
        return Math.round(100 * readRatio) + " %";
    }

    /** The whole of it as maps, lists, texts and numbers. */
    static Map<String, Object> details(Screen screen) {
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
        details.put("comparison", screen.comparison());
        return details;
    }
}
