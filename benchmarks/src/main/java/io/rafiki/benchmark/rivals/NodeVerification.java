package io.rafiki.benchmark.rivals;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.campaign.RepeatedFailures;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.Session;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.trial.TunerObjective;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Measures choices and best practices under one workload in rounds: each round measures every configuration once, in random order, so
 * compared trials are minutes apart. A failed trial counts as the worst result. The same command continues an interrupted verification. A
 * round whose trials lie in several sessions shows no pairs of all configurations, so it is measured again.
 *
 * @param collector runs trials
 * @param workload conditions and operations
 * @param objective of the tuners
 * @param folder of the trials
 * @param choices name to the values of knobs; other knobs have their default
 */
public record NodeVerification(
        Collector collector,
        NodeWorkload workload,
        TunerObjective objective,
        Path folder,
        Map<String, Map<String, Object>> choices) {

    /** The attempts of a round have repeats with this difference. */
    private static final int ATTEMPT = 1_000;

    public NodeVerification {
        choices = new LinkedHashMap<>(choices);
    }

    /**
     * Measures the rounds that are missing.
     *
     * @return all rounds
     * @throws IOException with one line, if no trial can be measured, or three in a row fail with the same cause
     */
    public NodeComparison measure(int rounds) throws ConfigException, IOException, InterruptedException {
        CampaignPlan plan = plan();
        KnobSpace space = collector.space(plan);
        Map<String, Configuration> configurations = new LinkedHashMap<>();
        choices.forEach((name, values) -> configurations.put(name, space.configuration(values)));
        List<Configuration> distinct = new ArrayList<>(new LinkedHashSet<>(configurations.values()));
        Map<String, Trial> known = ended();
        RepeatedFailures failures = new RepeatedFailures();
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(distinct, new Random(round));
            int repeat = repeat(known, distinct, round, Instant.now());
            for (Configuration each : distinct) {
                PlannedTrial planned = new PlannedTrial(workload.features(), each, repeat);
                if (!known.containsKey(planned.id())) {
                    failures.add(NodeTrials.measure(collector, plan, planned, folder), folder);
                }
            }
        }
        return comparison(configurations, rounds);
    }

    /** The repeat of a round: the first one that is complete in one session, or can become so. */
    int repeat(Map<String, Trial> known, List<Configuration> distinct, int round, Instant now) {
        List<Session> sessions = sessions(known);
        int repeat = round;
        while (true) {
            List<Trial> measured = trials(known, distinct, repeat);
            boolean together = measured.stream()
                            .mapToInt(trial -> session(sessions, trial))
                            .distinct()
                            .count()
                    <= 1;
            boolean isOpen = measured.isEmpty()
                    || measured.stream().map(NodeVerification::end).anyMatch(end -> end.plus(Session.PAUSE)
                            .isAfter(now));
            if (together && (isOpen || measured.size() == distinct.size())) {
                return repeat;
            }
            repeat += ATTEMPT;
        }
    }

    private List<Trial> trials(Map<String, Trial> known, Collection<Configuration> configurations, int repeat) {
        return configurations.stream()
                .map(each -> known.get(new PlannedTrial(workload.features(), each, repeat).id()))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Instant end(Trial trial) {
        return trial.timing()
                .started()
                .plusMillis(Math.round(1_000 * trial.timing().totalSeconds()));
    }

    private static List<Session> sessions(Map<String, Trial> known) {
        List<Trial> measured = known.values().stream().filter(Trial::isOk).toList();
        return Session.of(measured);
    }

    private NodeComparison comparison(Map<String, Configuration> configurations, int rounds) throws IOException {
        Map<String, Trial> ended = ended();
        List<Session> sessions = sessions(ended);
        boolean hasRate = TrialObjective.p99.isMeasuredUnder(workload.plan().conditions());
        Map<String, Map<VerificationRow.Round, NodeComparison.Measurement>> all = new LinkedHashMap<>();
        configurations.forEach((name, configuration) -> {
            Map<VerificationRow.Round, NodeComparison.Measurement> own = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                int repeat = round;
                while (!trials(ended, configurations.values(), repeat).isEmpty()) {
                    for (Trial trial : trials(ended, List.of(configuration), repeat)) {
                        own.put(
                                new VerificationRow.Round(repeat, session(sessions, trial)),
                                NodeComparison.Measurement.of(trial, hasRate));
                    }
                    repeat += ATTEMPT;
                }
            }
            all.put(name, own);
        });
        return new NodeComparison(workload.name(), objective, all);
    }

    /** The last session that began before the trial. A failed trial can lack its environment. */
    private static int session(List<Session> sessions, Trial trial) {
        return IntStream.range(0, sessions.size())
                .filter(i -> sessions.get(i).beganBefore(trial))
                .max()
                .orElse(0);
    }

    /** The trials that ended, by id. */
    private Map<String, Trial> ended() throws IOException {
        Map<String, Trial> ended = new LinkedHashMap<>();
        for (Trial trial : Trials.read(folder.resolve(Trials.FILE))) {
            if (NodeTrials.isEnded(trial)) {
                ended.putIfAbsent(trial.id(), trial);
            }
        }
        return ended;
    }

    /** The plan with all knobs that a configuration sets or a tuner tunes. */
    private CampaignPlan plan() {
        Set<String> names = new TreeSet<>();
        workload.plan().knobs().forEach(range -> names.add(range.name()));
        choices.values().forEach(values -> names.addAll(values.keySet()));
        return workload.plan().withKnobsNamed(names);
    }
}
