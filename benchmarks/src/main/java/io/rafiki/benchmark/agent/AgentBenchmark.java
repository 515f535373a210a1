package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.scenario.AgentSettings;
import io.rafiki.trainer.scenario.Phase;
import io.rafiki.trainer.scenario.ProgressListener;
import io.rafiki.trainer.scenario.RunResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Measures the overhead of the agent in mode observe, and its reaction time in mode auto.
 *
 * <p>The overhead is measured in pairs of real nodes that run at the same time, under the load of the campaign behind the model and with
 * enough clients to keep the nodes busy. The nodes have no memory limit, because waiting for the disk would hide the agent's CPU time. Two
 * limited nodes would also share the page cache, since their data are links to the same files.
 */
public final class AgentBenchmark {

    /** Until then the nodes use all processors, because their JVMs mostly compile. */
    private static final Duration PINNED = Duration.ofSeconds(45);

    /** Between the decision that ends the warm-up, the measured phase and the end of the load. */
    private static final Duration LAG = Duration.ofSeconds(10);

    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;
    private static final ProgressListener SILENT = (second, perSecond) -> List.of();

    private final Path model;
    private final String hash;
    private final ScenarioRunner course;
    private final Consumer<String> say;
    private final ResultFile<AgentPair> results;

    /**
     * @param home the distribution
     * @param model the model for the agent; the plan of its campaign is in the same folder
     * @param out folder of the nodes, and of pairs.jsonl, one line per pair
     * @param data folder of the prepared data sets
     * @param say receives one line per pair
     */
    public AgentBenchmark(Path home, Path model, Path out, Path data, Consumer<String> say)
            throws BundleException, ConfigException, IOException {
        this.model = model;
        this.hash = ModelBundle.read(model).hash();
        this.say = say;
        this.results = new ResultFile<>(out.resolve("pairs.jsonl"), AgentPair.class);
        this.course = new ScenarioRunner(
                home,
                Files.createDirectories(out),
                data,
                CampaignPlan.besideBundle(model).conditions().withAllMemory(),
                line -> {
                    // only pairs are reported, not the progress of each node
                    if (!line.matches(" *[\\d.]+ s .*")) {
                        say.accept(line);
                    }
                });
    }

    /**
     * What a node with the agent is compared with: a node without it, a node with {@code engine: compiled}, or itself while the agent is
     * stopped.
     */
    public enum Base {
        NONE,
        COMPILED,
        STOPPED
    }

    /** A mix of reads and updates of YCSB. */
    public enum Mix {
        A(0.5),
        B(0.95),
        C(1);

        private final double readRatio;

        Mix(double readRatio) {
            this.readRatio = readRatio;
        }
    }

    /**
     * How pairs are measured.
     *
     * @param pairs number of pairs
     * @param base of the comparison
     * @param warmUp longest warm-up; in its second half it ends when the JIT compilers of both nodes are quiet
     * @param measured duration of the measured phase, or of a period
     */
    public record Protocol(int pairs, Base base, Duration warmUp, Duration measured) {}

    /** Runs the pairs that have no result yet, both nodes of a pair at the same time. */
    AgentCost cost(Mix mix, Protocol protocol) throws IOException, InterruptedException {
        return course.run(() -> {
            course.prepare();
            return pairs(mix, protocol);
        });
    }

    private AgentCost pairs(Mix mix, Protocol protocol) throws IOException, InterruptedException {
        List<AgentPair> pairs = new ArrayList<>();
        for (AgentPair known : results.read()) {
            if (known.isOf(mix, protocol, hash) && pairs.size() < protocol.pairs()) {
                pairs.add(known);
            }
        }
        if (!pairs.isEmpty()) {
            say.accept("mix " + mix + ": " + pairs.size() + " pairs of " + results.path());
        }
        while (pairs.size() < protocol.pairs()) {
            AgentPair pair = results.append(sideBySide(pairs.size() % 2, mix, protocol));
            pairs.add(pair);
            say.accept("mix " + mix + ", pair " + pairs.size() + " of " + protocol.pairs() + ": " + pair.text());
        }
        return new AgentCost(
                pairs.stream().map(AgentPair::base).toList(),
                pairs.stream().map(AgentPair::agent).toList());
    }

    /**
     * Measures a pair.
     *
     * @param base number of the node of the base, 0 or 1; alternates between pairs
     */
    private AgentPair sideBySide(int base, Mix mix, Protocol protocol) throws IOException, InterruptedException {
        AgentSettings observing = AgentSettings.observing(model);
        Variant compared = protocol.base() == Base.NONE
                ? Variant.baseline()
                : Variant.with("compiled", observing.compiled(), false);
        Variant observed = Variant.with("observed", observing, false);
        JointWarmUp warmUp = warmUp(protocol);
        Schedule schedule = schedule(mix, protocol, protocol.measured().plus(LAG));
        List<NodeSample> samples = TwoNodes.atTheSameTime(number -> {
            NodeSample.Observer observer = new NodeSample.Observer(number, warmUp, protocol.measured());
            Variant variant = TwoNodes.placed(number == base ? compared : observed, number);
            return observer.sample(course.drive(variant, schedule, PINNED, SILENT, observer));
        });
        return AgentPair.of(mix, protocol, hash, samples.get(base), samples.get(1 - base));
    }

    /**
     * Measures two nodes with the agent at the same time, each against itself while its agent is stopped.
     *
     * @param protocol pairs of periods, and the length of a period
     */
    SwitchedCost switched(Mix mix, Protocol protocol) throws IOException, InterruptedException {
        return course.run(() -> {
            course.prepare();
            JointWarmUp warmUp = warmUp(protocol);
            int periods = 2 * protocol.pairs();
            Schedule schedule = schedule(
                    mix, protocol, protocol.measured().multipliedBy(periods).plus(LAG));
            List<SwitchedCost> two = TwoNodes.atTheSameTime(number -> {
                SwitchedNode node = new SwitchedNode(number, warmUp, protocol.measured(), periods);
                Variant observed = Variant.with("observed" + number, AgentSettings.observing(model), false);
                Variant variant = TwoNodes.placed(observed, number);
                return node.cost(course.drive(variant, schedule, PINNED, SILENT, node));
            });
            return two.get(0).mean(two.get(1));
        });
    }

    private static JointWarmUp warmUp(Protocol protocol) {
        return new JointWarmUp(protocol.warmUp().dividedBy(2), protocol.warmUp());
    }

    private static Schedule schedule(Mix mix, Protocol protocol, Duration afterWarmUp) {
        return Schedule.of(List.of(protocol.warmUp().plus(afterWarmUp)), List.of(mix.readRatio));
    }

    /**
     * The seconds from each step of the read ratio until the new configuration is applied and read back; empty for a step without a change.
     * The tuner has the shipped pace. Guardrails of the benefit are off, because the benchmark measures time and not the choice.
     *
     * @param steps number of steps
     * @param apart time between two steps
     */
    public List<OptionalDouble> reactions(int steps, Duration apart) throws IOException, InterruptedException {
        Schedule schedule = Schedule.of(
                IntStream.rangeClosed(0, steps).mapToObj(i -> apart).toList(),
                IntStream.rangeClosed(0, steps)
                        .mapToObj(i -> i % 2 == 0 ? HIGH : LOW)
                        .toList());
        RunResult run = course.run(() -> course.drive(
                Variant.with("acting", AgentSettings.acting(model), true),
                schedule,
                PINNED,
                SILENT,
                ScenarioRunner.Look.NONE));
        List<OptionalDouble> reactions = new ArrayList<>();
        for (Phase step : schedule.steps(HIGH - LOW - 1e-9)) {
            OptionalDouble reaction = run.events().stream()
                    .filter(event -> event.kind() == TimelineEvent.Kind.APPLY)
                    .mapToDouble(TimelineEvent::second)
                    .filter(second -> second >= step.from() && second < step.to())
                    .map(second -> second - step.from())
                    .findFirst();
            reactions.add(reaction);
            say.accept(String.format(
                    Locale.ROOT,
                    "step at %.0f s to %.0f %% reads: %s",
                    step.from(),
                    100 * step.readRatio(),
                    reaction.isPresent()
                            ? String.format(Locale.ROOT, "applied after %.1f s", reaction.getAsDouble())
                            : "nothing applied"));
        }
        return reactions;
    }
}
