package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The trials of a plan: one scrambled Sobol sequence over knobs and workload, in random order, with the baseline trials spread among them.
 *
 * <p>The drawn trial nearest to a knob's minimum gets exactly this value, and the same holds for the maximum. So both ends of every range are measured. A knob with special values has them in a fifth of its draws, or in half if the default is special. Infeasible draws are discarded.
 */
public final class TrialDesign {

    private static final double SPECIAL_SHARE = 0.2;
    private static final double SPECIAL_DEFAULT_SHARE = 0.5;

    /** With at least so many baseline repeats, two run before all others. They show the machine's noise. */
    private static final int ENOUGH_REPEATS = 3;

    /** Maximum number of draws per feasible trial. */
    private static final int MOST_DRAWS = 1000;

    private TrialDesign() {}

    static List<PlannedTrial> trials(CampaignPlan plan, KnobSpace space) throws ConfigException {
        return plan.blocked() ? rounds(plan, space) : withBaselines(others(plan, space), plan, space);
    }

    /**
     * One block per repeat. A block measures all configurations of a workload together, so that compared trials are minutes apart. The order of workloads and configurations is random in each block.
     */
    private static List<PlannedTrial> rounds(CampaignPlan plan, KnobSpace space) throws ConfigException {
        List<PlannedTrial> all = defaults(plan, space);
        all.addAll(others(plan, space));
        Random random = new Random(plan.seed());
        TreeMap<Integer, Map<Workload, Set<PlannedTrial>>> rounds = new TreeMap<>();
        all.forEach(trial -> rounds.computeIfAbsent(trial.repeat(), repeat -> new TreeMap<>())
                .computeIfAbsent(trial.workload(), workload -> new LinkedHashSet<>())
                .add(trial));
        List<PlannedTrial> ordered = new ArrayList<>();
        for (Map<Workload, Set<PlannedTrial>> round : rounds.values()) {
            List<Workload> workloads = new ArrayList<>(round.keySet());
            Collections.shuffle(workloads, random);
            for (Workload workload : workloads) {
                List<PlannedTrial> here = new ArrayList<>(round.get(workload));
                Collections.shuffle(here, random);
                ordered.addAll(here);
            }
        }
        return ordered;
    }

    /** The drawn trials and the fixed configurations, in random order. */
    public static List<PlannedTrial> others(CampaignPlan plan, KnobSpace space) throws ConfigException {
        List<PlannedTrial> drawn = drawn(plan, space);
        for (CampaignPlan.Named named : plan.named()) {
            Configuration configuration = configuration(named, space);
            for (Workload workload : named.workloads()) {
                for (int repeat = 0; repeat < named.repeats(); repeat++) {
                    drawn.add(new PlannedTrial(workload, configuration, repeat));
                }
            }
        }
        Collections.shuffle(drawn, new Random(plan.seed()));
        return drawn;
    }

    /** The baseline trials: all repeats at each workload. */
    public static List<PlannedTrial> defaults(CampaignPlan plan, KnobSpace space) {
        List<PlannedTrial> defaults = new ArrayList<>();
        for (int repeat = 0; repeat < plan.defaults().repeats(); repeat++) {
            for (Workload workload : plan.defaults().workloads()) {
                defaults.add(new PlannedTrial(workload, space.defaults(), repeat));
            }
        }
        return defaults;
    }

    private static Configuration configuration(CampaignPlan.Named named, KnobSpace space) throws ConfigException {
        Configuration configuration;
        try {
            configuration = space.configuration(named.values());
        } catch (IllegalArgumentException refused) {
            throw named.section().refused("values", refused.getMessage() + ".");
        }
        Optional<Constraint> broken = space.broken(configuration.codes());
        if (broken.isPresent()) {
            throw named.section()
                    .refused(
                            "values",
                            "expected a configuration that satisfies the constraint "
                                    + broken.get().shown() + ". Change a value.");
        }
        return configuration;
    }

    /** The feasible points of the sequence, in order. */
    private static double[][] points(CampaignPlan plan, KnobSpace space) throws ConfigException {
        ScrambledSobol sobol =
                new ScrambledSobol(space.size() + plan.workloads().axes().size(), plan.seed());
        double[][] points = new double[plan.trials()][];
        int draws = 0;
        for (int i = 0; i < points.length; draws++) {
            if (draws == (long) MOST_DRAWS * points.length) {
                throw tooNarrow(plan, space);
            }
            double[] point = sobol.next();
            if (space.broken(codes(space, point)).isEmpty()) {
                points[i++] = point;
            }
        }
        return points;
    }

    private static ConfigException tooNarrow(CampaignPlan plan, KnobSpace space) {
        List<String> constrained = space.constraints().get(0).knobs();
        KnobRange range = plan.knobs().stream()
                .filter(knob -> constrained.contains(knob.name()))
                .findFirst()
                .orElseThrow();
        return range.section()
                .refused(
                        range.name(),
                        "expected a range of which constraints leave at least one part in " + MOST_DRAWS
                                + ", found less: " + space.constraints().get(0).shown()
                                + ". Narrow the range, or give the node more.");
    }

    private static double[] codes(KnobSpace space, double[] point) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = code(space.knob(k), point[k]);
        }
        return codes;
    }

    private static List<PlannedTrial> drawn(CampaignPlan plan, KnobSpace space) throws ConfigException {
        double[][] points = points(plan, space);
        double[][] codes = new double[points.length][];
        for (int i = 0; i < points.length; i++) {
            codes[i] = codes(space, points[i]);
        }
        for (int k = 0; k < space.size(); k++) {
            ends(space, codes, k);
        }
        TreeSet<String> seen = new TreeSet<>();
        List<PlannedTrial> trials = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
            PlannedTrial trial = new PlannedTrial(
                    plan.workloads().at(points[i], space.size()), new Configuration(space, codes[i]), 0);
            if (seen.add(trial.id())) {
                trials.add(trial);
            }
        }
        return trials;
    }

    /** Maps [0, 1) to the knob's range, and rounds to a number that a user would write. */
    static double code(Knob knob, double place) {
        List<Double> singles = knob.singles();
        Optional<Range> range = knob.range();
        if (range.isEmpty()) {
            return singles.get((int) (place * singles.size()));
        }
        double min = range.get().min();
        double max = range.get().max();
        if (!range.get().whole()) {
            return knob.repair(Math.round((min + place * (max - min)) * 1000) / 1000.0);
        }
        double share =
                singles.isEmpty() ? 0 : knob.isNumber(knob.defaultCode()) ? SPECIAL_SHARE : SPECIAL_DEFAULT_SHARE;
        if (place < share) {
            return singles.get((int) (place / share * singles.size()));
        }
        double within = (place - share) / (1 - share);
        return min + Math.floor(within * (max - min + 1));
    }

    private static void ends(KnobSpace space, double[][] codes, int k) {
        Optional<Range> range = space.knob(k).range();
        if (range.isEmpty()) {
            return;
        }
        double min = range.get().min();
        double max = range.get().max();
        int low = -1;
        int high = -1;
        for (int i = 0; i < codes.length; i++) {
            double code = codes[i][k];
            if (code < min || code > max) {
                continue;
            }
            low = low < 0 || code < codes[low][k] ? i : low;
            high = high < 0 || code > codes[high][k] ? i : high;
        }
        if (low >= 0) {
            end(space, codes[low], k, min);
        }
        if (high >= 0 && high != low) {
            end(space, codes[high], k, max);
        }
    }

    /** Moves a knob to the end of its range, if that is feasible. */
    private static void end(KnobSpace space, double[] codes, int k, double end) {
        double drawn = codes[k];
        codes[k] = end;
        if (space.broken(codes).isPresent()) {
            codes[k] = drawn;
        }
    }

    /** The trials with the baseline trials evenly among them, except for those that come first. */
    public static List<PlannedTrial> withBaselines(List<PlannedTrial> trials, CampaignPlan plan, KnobSpace space) {
        List<PlannedTrial> defaults = defaults(plan, space);
        int first = baselinesFirst(plan);
        List<PlannedTrial> all = new ArrayList<>(defaults.subList(0, first));
        all.addAll(interleaved(trials, defaults.subList(first, defaults.size())));
        return all;
    }

    /** The number of baseline trials before all others: two per workload, if there are enough repeats. */
    public static int baselinesFirst(CampaignPlan plan) {
        return plan.defaults().repeats() < ENOUGH_REPEATS
                ? 0
                : 2 * plan.defaults().workloads().size();
    }

    /** Spreads a few elements evenly among many. */
    static List<PlannedTrial> interleaved(List<PlannedTrial> many, List<PlannedTrial> few) {
        List<PlannedTrial> all = new ArrayList<>();
        int taken = 0;
        for (int i = 0; i < few.size(); i++) {
            all.add(few.get(i));
            int until = (int) Math.round((double) many.size() * (i + 1) / few.size());
            all.addAll(many.subList(taken, until));
            taken = until;
        }
        all.addAll(many.subList(taken, many.size()));
        return all;
    }
}
