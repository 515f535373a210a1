package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.Settings;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.control.reason.Problem.AdviceOnly;
import io.rafiki.decision.ProposalReason.ModelUnreliable;
import io.rafiki.decision.Verdict;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.Provenance;
import io.rafiki.node.NodeKnobs;
import io.rafiki.reason.Reason;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.Trace;
import io.rafiki.trainer.scenario.TraceRow;
import io.rafiki.trainer.scenario.VariantResult;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads that tempt a tuner to change the node all the time, over half a simulated day or a day each. The model promises 40 % more for
 * another compaction and as much again for other threads, so that nothing but the guards holds a change back. {@code -Drafiki.long=true}
 * simulates a day for each load.
 */
class SimulationTest {

    static final Provenance PROVENANCE = new Provenance(
            Map.of("cores", "2", "heapMiB", "1024", "cassandra", "5.0.9", "java", "17.0.15"), 40, "hash", "train", 1);
    static final NodeResources MACHINE = new NodeResources(2, 1_024);
    private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int WINDOWS_A_DAY = 2_880;
    private static final int USUAL_WINDOWS = Boolean.getBoolean("rafiki.long") ? WINDOWS_A_DAY : WINDOWS_A_DAY / 2;
    private static final long SEED = 20261121;

    @TempDir
    Path folder;

    private final List<String> lines = new ArrayList<>();
    private double faults;
    private int perSecond = 5_000;
    private int windows = USUAL_WINDOWS;
    private boolean watched;
    private Function<KnobSpace, Surrogate> model = Tempting::new;
    private Simulation simulation;

    @Test
    void aSteadyLoadIsTunedOnce() throws Exception {
        VariantResult outcome = simulate(window -> 0.9);
        assertThat(all(outcome)).as(lines.toString()).hasSizeBetween(1, 2);
        assertThat(outcome.tuner().windows()).isEqualTo(USUAL_WINDOWS);
        assertThat(outcome.tuner().holds()).containsKey(TimelineEvent.WORKLOAD_UNCHANGED);
    }

    @Test
    void noiseAroundAHalfChangesNothingAfterTheFirstDecision() throws Exception {
        VariantResult outcome = simulate(window -> 0.5 + 0.02 * Math.sin(window * 1.7));
        assertThat(rewrites(outcome).size()).as(lines.toString()).isLessThanOrEqualTo(1);
        assertThat(instants(outcome).size()).as(lines.toString()).isLessThanOrEqualTo(1);
        assertThat(all(outcome)).allSatisfy(at -> assertThat(at).isBefore(START.plusSeconds(300)));
    }

    @Test
    void aFlappingLoadStaysWithinTheBudgets() throws Exception {
        assertWithinBudgets(simulate(window -> window % 2 == 0 ? 0.1 : 0.9));
    }

    @Test
    void aLoadThatFlapsMoreSlowlyStaysWithinTheBudgets() throws Exception {
        assertWithinBudgets(simulate(window -> window / 7 % 2 == 0 ? 0.1 : 0.9));
    }

    @Test
    void rampsStayWithinTheBudgets() throws Exception {
        assertWithinBudgets(simulate(window -> Math.abs(window % 240 - 120) / 120.0));
    }

    /** A spike that fills a window is met as a step is, and what followed from it is over soon after it. */
    @Test
    void aSpikeOfAWindowCostsNothingOnceItIsOver() throws Exception {
        VariantResult outcome = simulate(window -> window == 1_000 ? 0.1 : 0.9);
        assertWithinBudgets(outcome);
        Instant spike = START.plus(WINDOW.multipliedBy(1_000));
        assertThat(all(outcome))
                .as(lines.toString())
                .hasSizeLessThanOrEqualTo(4)
                .allSatisfy(at -> assertThat(at.isBefore(START.plusSeconds(300))
                                || (!at.isBefore(spike) && at.isBefore(spike.plusSeconds(300))))
                        .as("%s", at)
                        .isTrue());
    }

    @Test
    void aStepIsMetWithinAMinute() throws Exception {
        VariantResult outcome = simulate(window -> window < 1_000 ? 0.9 : 0.1);
        Instant step = START.plus(WINDOW.multipliedBy(1_000));
        assertThat(all(outcome)).as(lines.toString()).anySatisfy(at -> assertThat(at)
                .isBetween(step, step.plusSeconds(60)));
    }

    @Test
    void faultsOfTheNodeLeaveTheRestAsItIs() throws Exception {
        faults = 200;
        windows = WINDOWS_A_DAY;
        assertWithinBudgets(simulate(window -> window / 60 % 2 == 0 ? 0.1 : 0.9));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("not applied"));
        assertThat(simulation.tuner().status().faults()).isZero();
    }

    /** Eight threads are too few for 16,000 operations per second, but the model selects no more. */
    @Test
    void detectsAModelWithWrongPredictions() throws Exception {
        perSecond = 16_000;
        windows = WINDOWS_A_DAY;
        model = Stingy::new;
        watched = true;
        VariantResult outcome = simulate(window -> window < 300 ? 0.9 : window < 600 ? 0.1 : window < 900 ? 0.8 : 0.5);
        List<Reason> verdicts = simulation.tuner().history(10_000).stream()
                .flatMap(decided -> decided.verdict().stream())
                .toList();
        assertThat(verdicts).hasSize(3).allSatisfy(verdict -> assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.class, found -> assertThat(found.outcome()).isEqualTo(Verdict.Outcome.WORSE)));
        assertThat(all(outcome)).as(lines.toString()).hasSize(3);
        assertThat(outcome.events())
                .filteredOn(TimelineEvent::isChange)
                .as("compaction remains that of the baseline")
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.configuration()).doesNotContain("compaction"));
        assertThat(simulation.tuner().history(10_000))
                .filteredOn(decided -> decided.kind().equals("rollback"))
                .hasSize(3);
        assertThat(simulation.tuner().status().problems()).anySatisfy(problem -> assertThat(problem)
                .isInstanceOfSatisfying(
                        AdviceOnly.class, advice -> assertThat(advice.because()).isInstanceOf(ModelUnreliable.class)));
    }

    /** Forty-five seconds are one and a half intervals. */
    @Test
    void theLastIntervalIsDividedByItsOwnLength() throws Exception {
        Duration length = Duration.ofSeconds(45);
        long reads = perSecond * length.toSeconds();
        VariantResult outcome = simulate(new Trace(List.of(new TraceRow(START, length, reads, 0, 0))));
        assertThat(outcome.throughput()).hasSize(2);
        assertThat(outcome.throughput().get(1)).isCloseTo(outcome.throughput().get(0), Percentage.withPercentage(20));
    }

    @Test
    void theSameSeedGivesTheSameDecisions() throws Exception {
        faults = 50;
        windows = WINDOWS_A_DAY / 4;
        String first = simulate(window -> window / 60 % 2 == 0 ? 0.1 : 0.9) + lines.toString();
        assertThat(lines).isNotEmpty();
        lines.clear();
        String second = simulate(window -> window / 60 % 2 == 0 ? 0.1 : 0.9) + lines.toString();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void theBeansAreReadAndSetByTheNodesOwnAdapter() throws Exception {
        KnobCatalogue catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), MACHINE);
        SimulatedNode node = new SimulatedNode(MACHINE, 1e9, SEED);
        NodeKnobs knobs = new NodeKnobs(new SimulatedBeans(catalogue, node).server(), catalogue);
        Configuration defaults = knobs.read(catalogue.space(), List.of(SimulatedBeans.TABLE, SimulatedBeans.OTHER));
        assertThat(defaults).isEqualTo(catalogue.space().defaults());
        knobs.set("compaction", "Leveled", List.of(SimulatedBeans.TABLE));
        knobs.set("concurrent_writes", 64, List.of());
        assertThat(node.pendingCompactions()).as("1 GB to rewrite").isEqualTo(6);
        assertThat(knobs.reading("compaction", List.of(SimulatedBeans.TABLE)).found())
                .isEqualTo("Leveled");
    }

    private static List<Instant> all(VariantResult outcome) {
        return moments(outcome, TimelineEvent.Kind.APPLY);
    }

    private static List<Instant> rewrites(VariantResult outcome) {
        return moments(outcome, TimelineEvent.Kind.REWRITING);
    }

    /** The changes that rewrote no data. */
    private static List<Instant> instants(VariantResult outcome) {
        List<Instant> instants = new ArrayList<>(all(outcome));
        instants.removeAll(rewrites(outcome));
        return instants;
    }

    private static List<Instant> moments(VariantResult outcome, TimelineEvent.Kind kind) {
        return outcome.events().stream()
                .filter(event -> event.kind() == kind)
                .map(event -> START.plusMillis(Math.round(1e3 * event.second())))
                .toList();
    }

    private void assertWithinBudgets(VariantResult outcome) {
        assertThat(most(rewrites(outcome), Duration.ofDays(1)))
                .as("rewriting changes in a day: %s", lines)
                .isLessThanOrEqualTo(2);
        assertThat(most(instants(outcome), Duration.ofHours(1)))
                .as("instant changes in an hour: %s", lines)
                .isLessThanOrEqualTo(4);
    }

    /** The most moments that lie within so long a time. */
    private static long most(List<Instant> moments, Duration span) {
        return moments.stream()
                .mapToLong(from -> moments.stream()
                        .filter(at -> !at.isBefore(from) && at.isBefore(from.plus(span)))
                        .count())
                .max()
                .orElse(0);
    }

    private int simulations;

    private VariantResult simulate(IntToDoubleFunction readRatio) throws Exception {
        return simulate(new Trace(IntStream.range(0, windows)
                .mapToObj(window -> row(window, readRatio.applyAsDouble(window)))
                .toList()));
    }

    private VariantResult simulate(Trace trace) throws Exception {
        // the tuner of the simulation before still has its journal
        Path here = Files.createDirectory(folder.resolve("simulation" + simulations++));
        Path yaml = Files.writeString(
                here.resolve("rafiki.yaml"),
                """
                        mode: auto
                        model: model.zip
                        sample: 3s
                        journal: journal.jsonl
                        allowed_costs: [instant, new_data, rewrites_data]
                        """);
        Settings settings = Settings.read(yaml, Path.of("..").toAbsolutePath(), MACHINE);
        KnobSpace space = settings.catalogue().space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        Path journal = here.resolve("journal.jsonl");
        simulation = new Simulation(
                watched ? settings : settings.forDryRun(Path.of("model.zip"), journal),
                file -> new LoadedModel(
                        file,
                        START,
                        model.apply(space),
                        envelope(space),
                        PROVENANCE,
                        ModelEngine.COMPILED,
                        List.of(),
                        0.05),
                new SimulatedNode(MACHINE, 1e9, SEED),
                new Faults(faults, SEED),
                START,
                lines::add);
        return simulation.run(trace, time -> {});
    }

    private TraceRow row(int window, double readRatio) {
        long operations = perSecond * WINDOW.toSeconds();
        long reads = Math.round(operations * readRatio);
        return new TraceRow(START.plus(WINDOW.multipliedBy(window)), WINDOW, reads, operations - reads, 0);
    }

    static TrainingDomain envelope(KnobSpace space) {
        TrainingDomain.Seen threads = new TrainingDomain.Seen(8, 128, List.of());
        TrainingDomain.Seen compaction = new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0));
        return new TrainingDomain(
                Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)),
                IntStream.range(0, space.size())
                        .mapToObj(i -> space.knob(i).name().equals("compaction") ? compaction : threads)
                        .toList());
    }

    /** Twice the best compaction's and the best threads' worth between the ends of the read ratio. */
    record Tempting(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            double readRatio = workload.readRatio();
            for (int i = 0; i < n; i++) {
                double writers = codes[i * space.size() + space.indexOf("concurrent_writes")];
                double readers = codes[i * space.size() + space.indexOf("concurrent_reads")];
                double leveled = codes[i * space.size() + space.indexOf("compaction")];
                mean[i] = 10_000
                        * (1 + 0.8 * leveled * (readRatio - 0.5))
                        * (1
                                - Math.abs(readers - (16 + 64 * readRatio)) / 256
                                - Math.abs(writers - (16 + 64 * (1 - readRatio))) / 256);
                deviation[i] = 20;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }

    /** The fewer threads the better, whatever the workload. */
    private record Stingy(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                double writers = codes[i * space.size() + space.indexOf("concurrent_writes")];
                double readers = codes[i * space.size() + space.indexOf("concurrent_reads")];
                mean[i] = 10_000 - 10 * (readers + writers);
                deviation[i] = 20;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
