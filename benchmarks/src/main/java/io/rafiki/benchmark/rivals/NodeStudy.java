package io.rafiki.benchmark.rivals;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.trial.TunerObjective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lets tuners work on real nodes, one after the other, each for the same machine time. That is the time of its trials, without the
 * preparation of Cassandra's data sets, which all tuners share, and without the tuner's own computation. On Redis, each trial loads its
 * data. Each trial and each result is appended to a file, so the same study continues after an interruption.
 *
 * @param collector runs trials
 * @param space the tuned knobs in one word
 * @param objective of all tuners
 * @param hours machine time of a tuner
 * @param folder of the trials
 * @param results results of this and earlier runs
 * @param done receives each new result
 */
public record NodeStudy(
        Collector collector,
        String space,
        TunerObjective objective,
        double hours,
        Path folder,
        ResultFile<NodeRun> results,
        Consumer<NodeRun> done) {

    /**
     * Runs every tuner that has no result yet.
     *
     * @return the results of these tuners
     * @throws IOException with one line, if a tuner cannot run or no trial can be measured
     */
    public List<NodeRun> run(List<Tuner> tuners, NodeWorkload workload, long seed)
            throws ConfigException, IOException, InterruptedException {
        List<NodeRun> known = results.read();
        List<NodeRun> runs = new ArrayList<>();
        for (Tuner tuner : tuners) {
            NodeRun.Task task = new NodeRun.Task(tuner.name(), workload.name(), space, objective.word(), seed, hours);
            NodeRun earlier = known.stream()
                    .filter(run -> run.task().equals(task))
                    .findFirst()
                    .orElse(null);
            runs.add(earlier == null ? run(tuner, workload, task) : earlier);
        }
        return runs;
    }

    private NodeRun run(Tuner tuner, NodeWorkload workload, NodeRun.Task task)
            throws ConfigException, IOException, InterruptedException {
        Path own = folder.resolve(workload.name()).resolve(tuner.name() + "-" + task.seed());
        TunerTrials trials = new TunerTrials(
                collector.space(workload.plan()),
                workload.features(),
                workload.operations(),
                TunerBudget.ofHours(hours, Collector.seconds(workload.plan())),
                NodeTrials.open(collector, workload.plan(), own),
                objective);
        Configuration choice = tuner.tune(trials, task.seed());
        NodeRun run = results.append(NodeRun.of(task, trials, choice));
        done.accept(run);
        return run;
    }
}
