package io.rafiki.benchmark.collection;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.plan.RacedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.EarlyStop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.trial.Timing;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Replays campaigns on recorded trials. Each replicate of a configuration is one of its recorded trials, drawn without replacement. The
 * true throughput of a configuration is the mean of all its recorded trials, or of its references.
 */
final class RaceReplay {

    /** Start, copy and end of a node in seconds; the rest of a sustained trial after the closed loop is the open loops. */
    private static final double SECONDS_BESIDE_LOAD = 20;

    private static final Race.Rule HIGHEST_MEAN = new Race.Rule(1, 0, false);

    private final Map<Workload, Map<Configuration, List<Trial>>> recorded = new TreeMap<>();
    private final Map<Workload, Map<Configuration, Double>> truth = new HashMap<>();
    private final int repeats;
    private final int states;

    /**
     * The result of one campaign.
     *
     * @param seconds machine time
     * @param quality true throughput of the choice as a share of the best, mean over the workloads
     */
    record Result(double seconds, double quality) {}

    /**
     * @param trials recorded trials
     * @param references trials that determine the true throughput
     * @param repeats replicates in the plan; configurations with fewer recorded trials do not take part
     * @param states states of the files that a sustained trial measures
     * @throws IllegalArgumentException with one line, if fewer than two configurations take part at every workload
     */
    RaceReplay(KnobSpace space, List<Trial> trials, List<Trial> references, int repeats, int states) {
        this.repeats = repeats;
        this.states = states;
        Map<Workload, Map<Configuration, List<Trial>>> longer = grouped(space, references);
        grouped(space, trials).forEach((workload, configurations) -> {
            Map<Configuration, List<Trial>> known = longer.getOrDefault(workload, Map.of());
            configurations
                    .entrySet()
                    .removeIf(each -> each.getValue().size() < repeats || !known.containsKey(each.getKey()));
            if (configurations.size() > 1) {
                recorded.put(workload, configurations);
                Map<Configuration, Double> means = new HashMap<>();
                configurations.keySet().forEach(each -> means.put(each, mean(known.get(each))));
                truth.put(workload, means);
            }
        });
        if (recorded.isEmpty()) {
            throw new IllegalArgumentException("expected at least two configurations with " + repeats
                    + " trials at one workload, found none. Use fewer --repeats.");
        }
    }

    private static Map<Workload, Map<Configuration, List<Trial>>> grouped(KnobSpace space, List<Trial> trials) {
        Map<Workload, Map<Configuration, List<Trial>>> groups = new TreeMap<>();
        trials.stream().filter(Trial::isOk).forEach(trial -> groups.computeIfAbsent(
                        trial.workload().features(), at -> new LinkedHashMap<>())
                .computeIfAbsent(space.configuration(trial.proposed()), first -> new ArrayList<>())
                .add(trial));
        return groups;
    }

    private static double mean(List<Trial> trials) {
        return trials.stream()
                .mapToDouble(trial -> trial.throughput().mean())
                .average()
                .orElseThrow();
    }

    /** Number of configurations over all workloads. */
    int size() {
        return recorded.values().stream().mapToInt(Map::size).sum();
    }

    /** A campaign with all replicates. Its choice has the highest mean. */
    Result full(long seed) throws IOException, InterruptedException {
        return campaign(seed, HIGHEST_MEAN, PlannedTrials::new);
    }

    /** A campaign with one replicate. */
    Result single(long seed) throws IOException, InterruptedException {
        return campaign(
                seed,
                HIGHEST_MEAN,
                planned -> new PlannedTrials(
                        planned.stream().filter(trial -> trial.repeat() == 0).toList()));
    }

    /** A campaign with a race. */
    Result raced(long seed, Race.Rule rule) throws IOException, InterruptedException {
        return campaign(seed, rule, planned -> new RacedTrials(planned, rule));
    }

    private Result campaign(long seed, Race.Rule rule, Function<List<PlannedTrial>, TrialSource> method)
            throws IOException, InterruptedException {
        Map<PlannedTrial, Trial> drawn = drawn(seed);
        Map<Workload, Race<Configuration>> races = new HashMap<>();
        recorded.keySet().forEach(workload -> races.put(workload, new Race<>(rule)));
        TrialSource source = method.apply(List.copyOf(drawn.keySet()));
        List<Trial> lines = new ArrayList<>();
        double seconds = 0;
        for (List<NextTrial> next = source.next(lines); !next.isEmpty(); next = source.next(lines)) {
            for (NextTrial chosen : next) {
                Trial line = replayed(chosen, drawn.get(chosen.trial()), states);
                races.get(chosen.trial().workload())
                        .add(chosen.trial().configuration(), line.throughput().mean());
                seconds += line.timing().totalSeconds();
                lines.add(line);
            }
        }
        double quality = 0;
        for (Map.Entry<Workload, Race<Configuration>> race : races.entrySet()) {
            quality += quality(race.getKey(), race.getValue().leader().orElseThrow());
        }
        return new Result(seconds, quality / races.size());
    }

    private double quality(Workload workload, Configuration choice) {
        Map<Configuration, Double> means = truth.get(workload);
        return means.get(choice)
                / means.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** The trials of a blocked plan in its order, each with a recorded trial. */
    private Map<PlannedTrial, Trial> drawn(long seed) {
        Random random = new Random(seed);
        Map<Workload, Map<Configuration, List<Trial>>> shuffled = new LinkedHashMap<>();
        recorded.forEach((workload, configurations) -> configurations.forEach((configuration, trials) -> {
            List<Trial> order = new ArrayList<>(trials);
            Collections.shuffle(order, random);
            shuffled.computeIfAbsent(workload, first -> new LinkedHashMap<>()).put(configuration, order);
        }));
        Map<PlannedTrial, Trial> drawn = new LinkedHashMap<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (Workload workload : shuffled.keySet()) {
                List<Configuration> block =
                        new ArrayList<>(shuffled.get(workload).keySet());
                Collections.shuffle(block, random);
                for (Configuration configuration : block) {
                    drawn.put(
                            new PlannedTrial(workload, configuration, repeat),
                            shuffled.get(workload).get(configuration).get(repeat));
                }
            }
        }
        return drawn;
    }

    /**
     * The recorded trial as a result of the planned one. A sustained trial of one state ends at the look at which it cannot reach its floor.
     *
     * @param states as in the plan; without writes, a trial measures one
     */
    static Trial replayed(NextTrial chosen, Trial recorded, int states) {
        double[] perSecond = perSecond(recorded);
        boolean hasFloor = recorded.sustained() != null
                && (states == 1 || recorded.workload().features().readRatio() == 1);
        double floor = hasFloor ? chosen.floor().orElse(Double.NEGATIVE_INFINITY) : Double.NEGATIVE_INFINITY;
        int length = EarlyStop.length(perSecond, floor);
        if (length < perSecond.length) {
            Throughput part = Throughput.of(Arrays.copyOf(perSecond, length));
            return line(chosen.trial(), recorded, part, secondsUntil(recorded, length));
        }
        return line(
                chosen.trial(),
                recorded,
                recorded.throughput(),
                recorded.timing().totalSeconds());
    }

    /** The duration of a trial whose measured part ends after these seconds, without open loops. */
    private static double secondsUntil(Trial trial, int measured) {
        Timing timing = trial.timing();
        double openLoops = trial.sustained() == null
                ? 0
                : Math.max(
                        0,
                        timing.totalSeconds()
                                - trial.sustained().agedSeconds()
                                - timing.warmUpSeconds()
                                - timing.measuredSeconds()
                                - SECONDS_BESIDE_LOAD);
        return timing.totalSeconds() - openLoops - (timing.measuredSeconds() - measured);
    }

    private static double[] perSecond(Trial trial) {
        return trial.throughput().perSecond().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static Trial line(PlannedTrial planned, Trial recorded, Throughput throughput, double seconds) {
        Timing timing = recorded.timing();
        return new Trial(
                planned.id(),
                TrialStatus.OK,
                recorded.workload(),
                recorded.proposed(),
                null,
                Map.of(),
                recorded.environment(),
                new Timing(
                        timing.startedAt(),
                        timing.readySeconds(),
                        timing.warmUpSeconds(),
                        throughput.perSecond().size(),
                        seconds,
                        timing.otherCpuShare()),
                throughput,
                null,
                null,
                null,
                null,
                null,
                recorded.log(),
                recorded.host());
    }
}
