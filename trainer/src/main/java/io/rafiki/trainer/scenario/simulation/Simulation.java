package io.rafiki.trainer.scenario.simulation;

import io.rafiki.control.ControlLoop;
import io.rafiki.control.Settings;
import io.rafiki.control.TunerFactory;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.CompilationShare;
import io.rafiki.node.NodeAdapters;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.SchemaChange;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.Trace;
import io.rafiki.trainer.scenario.TraceRow;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.Variant;
import io.rafiki.trainer.scenario.VariantResult;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.management.JMException;

/**
 * The control loop of the agent, in mode {@code auto}, on a simulated node whose clients follow a trace.
 *
 * <p>Time is the trace's time. The same trace, settings and seed give the same decisions.
 */
final class Simulation {

    private static final Duration PAUSE = Duration.ofSeconds(20);
    private static final Duration VISIT = Duration.ofSeconds(40);

    private final Settings settings;
    private final Faults faults;
    private final SimulatedNode node;
    private final SimulatedBeans beans;
    private final ControlLoop tuner;
    private final Consumer<String> lines;
    private final ManualClock clock;
    private final List<TimelineEvent> events = new ArrayList<>();
    private final List<Double> operations = new ArrayList<>();
    private final double step;
    private final Map<String, Long> holds = new TreeMap<>();
    private final Instant start;
    private Instant visitUntil = Instant.MIN;
    private Instant windowEnd = Instant.MIN;
    private double begin;
    private long windows;
    private long applied;
    private long told;
    private long served;
    private boolean isRewriting;

    /**
     * @param settings as {@link Settings#forDryRun} makes them
     * @param models where the model comes from
     * @param faults of the node
     * @param start of the trace
     * @param lines receives a line for each change
     */
    Simulation(
            Settings settings,
            ModelLoader models,
            SimulatedNode node,
            Faults faults,
            Instant start,
            Consumer<String> lines)
            throws JMException, NodeException {
        this.settings = settings;
        this.faults = faults;
        this.node = node;
        this.lines = lines;
        this.start = start;
        step = seconds(settings.window());
        clock = new ManualClock(start);
        beans = new SimulatedBeans(settings.catalogue(), node);
        tuner = TunerFactory.of(settings, ControlLog.NONE)
                .tuner(
                        this::sample,
                        NodeAdapters.of(
                                beans.server(),
                                settings.catalogue(),
                                tables -> beans.disks(),
                                NodeThreads.Source.NONE,
                                CompilationShare.Source.NONE,
                                SchemaChange.NONE,
                                Runnable::run),
                        models,
                        () -> "the simulation",
                        clock);
    }

    /**
     * Runs the simulation to the trace's end. A later trace continues it. Operations and events of the result are those of the trace; the
     * counters are those of all traces so far.
     *
     * @param progress receives the simulated time after each step
     */
    VariantResult run(Trace trace, Consumer<Duration> progress) {
        begin = second();
        operations.clear();
        events.clear();
        tuner.tick();
        for (TraceRow row : trace.rows()) {
            while (clock.instant().isBefore(row.end())) {
                step(row);
                progress.accept(Duration.between(start, clock.instant()));
            }
        }
        TunerStatus status = tuner.status();
        double all = operations.stream().mapToDouble(Double::doubleValue).sum();
        return new VariantResult(
                "tuned",
                List.of(),
                SegmentResult.simulated("all", all, second() - begin, configuration()),
                step,
                throughput(),
                events,
                new TunerCounters(windows, status.decisions(), status.applied(), status.readBackFailures(), holds),
                0,
                List.of());
    }

    /** Operations per second in each interval; the last one can be shorter. */
    private List<Double> throughput() {
        double elapsed = second() - begin;
        return IntStream.range(0, operations.size())
                .mapToObj(i -> operations.get(i) / Math.min(step, elapsed - i * step))
                .toList();
    }

    /** The tuner, for an operator's queries. */
    ControlLoop tuner() {
        return tuner;
    }

    private void step(TraceRow row) {
        Duration time = settings.sample();
        Optional<Fault> fault = faults.within(seconds(time));
        fault.ifPresent(this::inject);
        if (fault.equals(Optional.of(Fault.PAUSE))) {
            time = PAUSE;
        }
        node.serve(seconds(time), row);
        count();
        clock.advance(time);
        tuner.tick();
        observe(tuner.status());
    }

    /** Adds the operations since the last step to those of the window-long interval that it began in. */
    private void count() {
        long now = node.clients().reads() + node.clients().writes();
        int interval = (int) ((second() - begin) / step);
        while (operations.size() <= interval) {
            operations.add(0.0);
        }
        operations.set(interval, operations.get(interval) + now - served);
        served = now;
    }

    private void inject(Fault fault) {
        switch (fault) {
            case COUNTERS_RESET -> node.forgetCounters();
            case TABLE_APPEARS -> visitUntil = clock.instant().plus(VISIT);
            case WRITE_REFUSED, WRITE_FORGOTTEN -> beans.failNextWrite(fault);
            case PAUSE -> {
                // nothing is sampled meanwhile
            }
        }
    }

    private CounterSample sample() {
        List<TableCounts> tables = new ArrayList<>();
        tables.add(new TableCounts(SimulatedBeans.TABLE.toString(), node.reads(), node.writes(), node.scans()));
        if (clock.instant().isBefore(visitUntil)) {
            tables.add(new TableCounts(SimulatedBeans.OTHER.toString(), 0, 0, 0));
        }
        return new CounterSample(Duration.between(start, clock.instant()).toNanos(), tables, node.clients());
    }

    private void observe(TunerStatus status) {
        Instant end = status.window().map(Window::end).orElse(windowEnd);
        if (!end.equals(windowEnd)) {
            windowEnd = end;
            windows++;
            tuner.holding().ifPresent(cause -> holds.merge(cause, 1L, Long::sum));
        }
        if (isRewriting && status.rewriting().isEmpty()) {
            isRewriting = false;
            events.add(TimelineEvent.rewrite(second(), TimelineEvent.Kind.SETTLED, "the compactions are complete"));
        }
        DecisionRecord last = status.last().orElse(null);
        if (last != null && last.number() > told && last.kind().equals("apply")) {
            told = last.number();
            if (status.applied() > applied) {
                applied = status.applied();
                report(last, tuner.lastApplied().orElseThrow().plan());
            } else {
                lines.accept(last.at() + " [" + last.id() + "] not applied: " + last.readBackText());
            }
        } else if (last != null && last.number() > told && last.kind().equals("rollback") && last.isDone()) {
            told = last.number();
            String text = "[" + last.id() + "] " + last.reasonText() + ": " + last.changes();
            lines.accept(last.at() + " " + text);
            events.add(new TimelineEvent(
                    second(), TimelineEvent.Kind.ROLLBACK, last.reason().code(), text, configuration()));
        }
    }

    /** What differs from the baseline by the change that is in place. */
    private String configuration() {
        return tuner.lastApplied().map(change -> configuration(change.plan())).orElse(Variant.BASELINE);
    }

    private static String configuration(Plan plan) {
        return Variant.differences(plan.to(), plan.skipped());
    }

    private void report(DecisionRecord decided, Plan plan) {
        ChangeCost cost = plan.changes().stream()
                .map(Change::cost)
                .max(Comparator.naturalOrder())
                .orElse(ChangeCost.INSTANT);
        String text = String.format(
                Locale.ROOT,
                "[%s] %s: %s (%s, costs %s)",
                decided.id(),
                decided.reasonText(),
                decided.changes(),
                plan.workload().text(),
                cost.name().toLowerCase(Locale.ROOT));
        lines.accept(decided.at() + " " + text);
        events.add(new TimelineEvent(
                second(), TimelineEvent.Kind.APPLY, decided.reason().code(), text, configuration(plan)));
        if (cost == ChangeCost.REWRITES_DATA) {
            isRewriting = true;
            events.add(TimelineEvent.rewrite(second(), TimelineEvent.Kind.REWRITING, text));
        }
    }

    /** Seconds since the trace's start. */
    private double second() {
        return seconds(Duration.between(start, clock.instant()));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
