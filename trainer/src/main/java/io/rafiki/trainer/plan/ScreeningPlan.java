package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The screening of a plan: it finds the knobs that matter, before a campaign measures these in detail (Rafiki §3.4).
 *
 * @param section the section of the plan file, for messages
 * @param workloads at which every configuration is measured
 * @param values number of values of each numeric knob that varies alone; ends of the range, default and special values are always measured
 * @param repeats replicates of each value
 * @param twoLevel the two-level design in which all knobs vary
 * @param levels knob to its low and high level in that design; other knobs have the ends of their range
 * @param alone knobs that vary alone; all if empty
 */
public record ScreeningPlan(
        YamlSection section,
        List<Workload> workloads,
        int values,
        int repeats,
        TwoLevel twoLevel,
        Map<String, List<String>> levels,
        List<String> alone) {

    /** The kind of two-level design. */
    public enum TwoLevel {
        NONE,
        /** Each run once. Main effects are confounded with interactions of two knobs. */
        PLAIN,
        /** Each run and its mirror image. Main effects are not confounded with interactions of two knobs. */
        FOLDED
    }

    public ScreeningPlan {
        workloads = List.copyOf(workloads);
        levels = Map.copyOf(levels);
        alone = List.copyOf(alone);
    }

    /** Whether the knob varies while the others have their default. */
    public boolean variesAlone(String knob) {
        return alone.isEmpty() || alone.contains(knob);
    }

    static ScreeningPlan read(YamlSection section, List<Workload> workloads) throws ConfigException {
        Map<String, List<String>> levels = new LinkedHashMap<>();
        if (section.has("levels")) {
            YamlSection given = section.section("levels");
            for (String knob : given.keys()) {
                if (given.texts(knob).size() != 2) {
                    throw given.wrong(knob, "two values, low and high");
                }
                levels.put(knob, given.texts(knob));
            }
        }
        return new ScreeningPlan(
                section,
                workloads,
                (int) section.integer("values", 2, 100, 4),
                (int) section.integer("repeats", 2, 1000, 2),
                section.choice("two_level", TwoLevel.class, TwoLevel.FOLDED),
                levels,
                section.texts("alone", List.of()));
    }
}
