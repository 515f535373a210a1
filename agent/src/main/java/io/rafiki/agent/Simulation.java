package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.agent.console.Status;
import io.rafiki.decision.Cause;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.knob.Cost;
import io.rafiki.node.Disks;
import io.rafiki.node.NodeException;
import io.rafiki.simulation.Fault;
import io.rafiki.simulation.Faults;
import io.rafiki.simulation.SimulatedNode;
import io.rafiki.simulation.Trace;
import io.rafiki.simulation.TraceRow;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.management.JMException;

/**
 * A rehearsal: the tuner as it runs in a node, in {@code auto}, on a simulated node whose clients follow a trace.
 *
 * <p>Time is the trace's, and passes as fast as it is reckoned. The same trace, settings and seed give the same decisions.
 */
final class Simulation {

    private static final Duration PAUSE = Duration.ofSeconds(20);
    private static final Duration VISIT = Duration.ofSeconds(40);

    private final Settings settings;
    private final Faults faults;
    private final SimulatedNode node;
    private final SimulatedBeans beans;
    private final Tuner tuner;
    private final Consumer<String> lines;
    private final SettableClock clock;
    private final List<Instant> instants = new ArrayList<>();
    private final List<Instant> rewritings = new ArrayList<>();
    private final Map<Cause, Long> holds = new EnumMap<>(Cause.class);
    private final Instant start;
    private Instant visitUntil = Instant.MIN;
    private Instant windowEnd = Instant.MIN;
    private long windows;
    private long applied;
    private long told;

    /**
     * @param settings as {@link Settings#rehearsing} makes them
     * @param models where the model comes from
     * @param faults that befall the node
     * @param start of the trace
     * @param lines receives a line for each change
     */
    Simulation(
            Settings settings,
            ModelSource models,
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
        clock = new SettableClock(start);
        beans = new SimulatedBeans(settings.catalogue(), node);
        tuner = Assembly.of(settings).tuner(this::sample, beans.server(), this::room, models, clock);
    }

    /**
     * What came of it.
     *
     * @param windows that closed
     * @param instants moments of the changes that rewrote no data
     * @param rewritings moments of the changes that rewrote data
     * @param holds windows that ended in a hold, by its cause
     */
    record Outcome(long windows, List<Instant> instants, List<Instant> rewritings, Map<Cause, Long> holds) {

        long held() {
            return holds.values().stream().mapToLong(count -> count).sum();
        }

        @Override
        public String toString() {
            return "simulate: windows=" + windows + " changes=" + (instants.size() + rewritings.size()) + " rewriting="
                    + rewritings.size() + " holds=" + held();
        }
    }

    Outcome run(Trace trace) {
        tuner.tick();
        for (TraceRow row : trace.rows()) {
            while (clock.instant().isBefore(row.end())) {
                step(row);
            }
        }
        return new Outcome(windows, List.copyOf(instants), List.copyOf(rewritings), new EnumMap<>(holds));
    }

    /** The tuner, to be asked as an operator asks it. */
    Tuner tuner() {
        return tuner;
    }

    private void step(TraceRow row) {
        Duration time = settings.sample();
        Optional<Fault> fault = faults.within(seconds(time));
        fault.ifPresent(this::befall);
        if (fault.equals(Optional.of(Fault.PAUSE))) {
            time = PAUSE;
        }
        node.serve(seconds(time), row);
        clock.advance(time);
        tuner.tick();
        observe(tuner.status());
    }

    private void befall(Fault fault) {
        switch (fault) {
            case COUNTERS_RESET -> node.forgetCounters();
            case TABLE_APPEARS -> visitUntil = clock.instant().plus(VISIT);
            case WRITE_REFUSED, WRITE_FORGOTTEN -> beans.spoilNextWrite(fault);
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

    /** The disks of a simulated node are never short. */
    private Disks.Room room() {
        return new Disks.Room(10 * node.liveBytes(), 20 * node.liveBytes());
    }

    private void observe(Status status) {
        Instant end = status.window().map(Window::end).orElse(windowEnd);
        if (!end.equals(windowEnd)) {
            windowEnd = end;
            windows++;
            tuner.holding().ifPresent(cause -> holds.merge(cause, 1L, Long::sum));
        }
        Decided last = status.last().orElse(null);
        if (last != null && last.number() > told && last.kind().equals("apply")) {
            told = last.number();
            if (status.applied() > applied) {
                applied = status.applied();
                tell(last, tuner.lastApplied().orElseThrow().plan());
            } else {
                lines.accept(last.at() + " [" + last.id() + "] not applied: " + last.readBack());
            }
        }
    }

    private void tell(Decided decided, Plan plan) {
        Cost cost = plan.changes().stream()
                .map(Change::cost)
                .max(Comparator.naturalOrder())
                .orElse(Cost.INSTANT);
        (cost == Cost.REWRITES_DATA ? rewritings : instants).add(decided.at());
        lines.accept(String.format(
                Locale.ROOT,
                "%s [%s] %s: %s (read ratio %.2f, costs %s)",
                decided.at(),
                decided.id(),
                decided.reason(),
                decided.changes(),
                decided.readRatio(),
                cost.name().toLowerCase(Locale.ROOT)));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
