package io.rafiki.benchmark;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.scenario.AgentSettings;
import io.rafiki.trainer.scenario.Phase;
import io.rafiki.trainer.scenario.ProgressListener;
import io.rafiki.trainer.scenario.RunResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.Variant;
import io.rafiki.trainer.trial.CpuPinning;
import io.rafiki.trainer.trial.LimitedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Measures the overhead of the agent in mode observe, and its reaction time in mode auto.
 *
 * <p>The overhead is measured in pairs of real nodes that run at the same time, under the load of the campaign behind the model and with
 * enough clients to keep the nodes busy. The nodes have no memory limit, because waiting for the disk would hide the agent's CPU time. Two
 * limited nodes would also share the page cache, since their data are links to the same files.
 */
public final class AgentBenchmark {

    private static final double READ_RATIO = 0.9;
    private static final Duration WARM_UP = Duration.ofSeconds(60);
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;
    private static final ProgressListener SILENT = (second, perSecond) -> List.of();
    private static final double MIB = 1 << 20;
    private static final double MICROS_PER_MILLI = 1_000;

    private final Path model;
    private final ScenarioRunner course;
    private final Consumer<String> say;

    /**
     * @param home the distribution
     * @param model the model for the agent; the plan of its campaign is in the same folder
     * @param out folder of the nodes
     * @param data folder of the prepared data sets
     * @param say receives one line per pair
     */
    public AgentBenchmark(Path home, Path model, Path out, Path data, Consumer<String> say)
            throws ConfigException, IOException {
        this.model = model;
        this.say = say;
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
     * The overhead of the agent in mode observe over the base.
     *
     * @param throughput operations per second of the base and with the agent
     * @param readP99 milliseconds
     * @param writeP99 milliseconds
     * @param heapMiB live heap of an idle node with a loaded model
     * @param residentMiB resident memory of that node
     * @param start seconds until clients can connect
     * @param threads number of the agent's threads in the node
     * @param processor CPU share of these threads under load, 1 for one processor, per run with the agent
     */
    public record Cost(
            PairedComparison throughput,
            PairedComparison readP99,
            PairedComparison writeP99,
            PairedComparison heapMiB,
            PairedComparison residentMiB,
            PairedComparison start,
            long threads,
            List<Double> processor) {}

    /** The measurements of one node. */
    private record Sample(
            double throughput,
            double readP99,
            double writeP99,
            MemoryFootprint footprint,
            double processor,
            double start) {}

    /** Measures the memory of the idle node, and the CPU time of the agent's threads under load. */
    private static final class Footprints implements ScenarioRunner.Look {

        private MemoryFootprint before;
        private double begin;
        private double used;

        @Override
        public void before(LimitedNode node) throws IOException {
            before = MemoryFootprint.of(node);
            begin = MemoryFootprint.processorSeconds(node);
        }

        @Override
        public void after(LimitedNode node) throws IOException {
            used = MemoryFootprint.processorSeconds(node) - begin;
        }
    }

    /**
     * The node that the node with the agent is compared with: without the agent, or with the agent and {@code engine: compiled}.
     */
    public enum Base {
        NONE,
        COMPILED
    }

    /**
     * Runs pairs of nodes, both nodes of a pair at the same time.
     *
     * @param base of the comparison
     * @param measured duration of the measured phase
     */
    public Cost cost(int pairs, Base base, Duration measured) throws IOException, InterruptedException {
        return course.run(() -> {
            course.prepare();
            return pairs(pairs, base, measured);
        });
    }

    private Cost pairs(int pairs, Base base, Duration measured) throws IOException, InterruptedException {
        List<Sample> without = new ArrayList<>();
        List<Sample> with = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            sideBySide(i % 2, base, without, with, measured);
            say.accept(String.format(
                    Locale.ROOT,
                    "pair %d of %d: %,.0f ops/s of the base, %,.0f with the agent; read p99 %.2f and %.2f ms, write p99"
                            + " %.2f and %.2f ms",
                    i + 1,
                    pairs,
                    without.get(i).throughput(),
                    with.get(i).throughput(),
                    without.get(i).readP99(),
                    with.get(i).readP99(),
                    without.get(i).writeP99(),
                    with.get(i).writeP99()));
        }
        return new Cost(
                paired(without, with, Sample::throughput),
                paired(without, with, Sample::readP99),
                paired(without, with, Sample::writeP99),
                paired(without, with, sample -> sample.footprint().liveBytes() / MIB),
                paired(without, with, sample -> sample.footprint().residentBytes() / MIB),
                paired(without, with, Sample::start),
                with.stream()
                        .mapToLong(sample -> sample.footprint().threads())
                        .max()
                        .orElseThrow(),
                with.stream().map(Sample::processor).toList());
    }

    /**
     * Runs one more pair. Both nodes run at the same time, so that other programs affect both. Each node and its client have one processor
     * of their own, because a scheduler balances threads and not nodes. The nodes swap processors each second. On a machine with one
     * processor they share it.
     *
     * @param first index of the node that starts on the first processor: 0 for the base, 1 with the agent; alternates between pairs
     */
    private void sideBySide(int first, Base base, List<Sample> without, List<Sample> with, Duration measured)
            throws IOException, InterruptedException {
        AgentSettings observing = AgentSettings.observing(model);
        Variant compared =
                base == Base.NONE ? Variant.baseline() : Variant.with("compiled", observing.compiled(), false);
        List<Variant> two =
                List.of(placed(compared, first), placed(Variant.with("observed", observing, false), 1 - first));
        ExecutorService beside = Executors.newSingleThreadExecutor();
        try {
            Future<Sample> other = beside.submit(() -> sample(two.get(1 - first), measured));
            Sample here = sample(two.get(first), measured);
            without.add(first == 0 ? here : other.get());
            with.add(first == 0 ? other.get() : here);
        } catch (ExecutionException failure) {
            throw new IOException(failure.getCause().getMessage(), failure);
        } finally {
            beside.shutdownNow();
            beside.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private static Variant placed(Variant contender, int node) {
        return Runtime.getRuntime().availableProcessors() < 2 ? contender : contender.at(() -> CpuPinning.inTurn(node));
    }

    private static PairedComparison paired(List<Sample> without, List<Sample> with, Function<Sample, Double> figure) {
        return new PairedComparison(
                without.stream().map(figure).toList(), with.stream().map(figure).toList());
    }

    private Sample sample(Variant contender, Duration measured) throws IOException, InterruptedException {
        Schedule schedule = Schedule.of(List.of(WARM_UP.plus(measured)), List.of(READ_RATIO));
        Footprints footprints = new Footprints();
        RunResult run = course.drive(contender, schedule, WARM_UP, SILENT, footprints);
        TimeRange range = new TimeRange(WARM_UP.toSeconds(), schedule.seconds());
        return new Sample(
                Arrays.stream(run.perSecond(List.of(range))).sum() / range.seconds(),
                run.p99("read", List.of(range)) / MICROS_PER_MILLI,
                run.p99("update", List.of(range)) / MICROS_PER_MILLI,
                footprints.before,
                footprints.used / range.to(),
                run.startSeconds());
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
                WARM_UP,
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
