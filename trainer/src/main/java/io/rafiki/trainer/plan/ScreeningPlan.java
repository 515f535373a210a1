package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a plan that screens knobs: which matter, before a campaign measures those in earnest (Rafiki §3.4).
 *
 * @param section the plan's, for messages
 * @param workloads at which every configuration is measured
 * @param values of each number, when one knob is varied at a time; its special values and its default are among them
 * @param repeats of each such value
 * @param twoLevel the two-level design beside it
 * @param levels knob to its low and high level in that design, where those are not the ends of its range
 */
public record ScreeningPlan(
        YamlSection section,
        List<Workload> workloads,
        int values,
        int repeats,
        TwoLevel twoLevel,
        Map<String, List<String>> levels) {

    /** Whether a two-level design is measured, and which. */
    public enum TwoLevel {
        NONE,
        /** Each run once: main effects are mixed with interactions of two knobs. */
        PLAIN,
        /** Each run and its mirror image: main effects are free of interactions of two knobs. */
        FOLDED
    }

    public ScreeningPlan {
        workloads = List.copyOf(workloads);
        levels = Map.copyOf(levels);
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
                levels);
    }
}
