package io.rafiki.status;

import static io.rafiki.status.Quantity.CHOICE;
import static io.rafiki.status.Quantity.COUNT;
import static io.rafiki.status.Quantity.FEATURES;
import static io.rafiki.status.Quantity.FLAG;
import static io.rafiki.status.Quantity.MICROSECONDS;
import static io.rafiki.status.Quantity.NUMBER;
import static io.rafiki.status.Quantity.PERCENT;
import static io.rafiki.status.Quantity.RATE;
import static io.rafiki.status.Quantity.SHARE;
import static io.rafiki.status.Quantity.TEXT;
import static io.rafiki.status.Quantity.TIME;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** All facts, by their subject. */
public final class Facts {

    /** The state of the tuner. */
    public static final List<Fact<TunerStatus>> STATUS = List.of(
            new Fact<>(
                    "status",
                    TEXT,
                    "Status",
                    "The mode, any problem, the last decision and the next step, in one line",
                    TunerStatus::line),
            new Fact<>(
                    "mode",
                    CHOICE,
                    "Mode",
                    "observe (0) measures, advise (1) proposes, approve (2) lets an operator apply, auto (3) applies;"
                            + " until the next start",
                    TunerStatus::mode),
            new Fact<>(
                    "phase",
                    TEXT,
                    "Phase",
                    "What the control loop does now, such as watching, observing or applying",
                    status -> status.phase().toString()),
            new Fact<>(
                    "asOf",
                    TIME,
                    "As of",
                    "Time at which the tuner published this state; it does so at each sample",
                    status -> status.past().at()),
            new Fact<>(
                    "decisions",
                    COUNT,
                    "Decisions",
                    "Decisions since the start; consecutive holds with one code count once",
                    TunerStatus::decisions),
            new Fact<>(
                    "plansApplied",
                    COUNT,
                    "Plans applied",
                    "Plans applied and read back since the start",
                    TunerStatus::applied),
            new Fact<>(
                    "readBackFailures",
                    COUNT,
                    "Plans failed",
                    "Plans that failed at the node and were undone since the start",
                    TunerStatus::readBackFailures),
            new Fact<>(
                    "tickErrors",
                    COUNT,
                    "Tick errors",
                    "Ticks that failed since the start; the status line shows the last failure",
                    status -> (long) status.faults()),
            new Fact<>(
                    "knobsTuned",
                    COUNT,
                    "Knobs tuned",
                    "Knobs that hold the tuner's value",
                    status -> knobs(status, knob -> knob.ours().equals(Optional.of(knob.live())))),
            new Fact<>(
                    "knobsChangedExternally",
                    COUNT,
                    "Knobs changed externally",
                    "Knobs whose present value another client has set",
                    status -> knobs(status, KnobState::isSetExternally)),
            new Fact<>(
                    "rewriting",
                    TEXT,
                    "Rewrite of data",
                    "Progress of the rewrite of data after a change; nothing if there is none",
                    TunerStatus::rewritingText));

    /** Numbers for graphs and alarms. Commands show their content in sentences and tables. */
    public static final List<Fact<TunerStatus>> INDICATORS = List.of(
            new Fact<>(
                    "windowValid",
                    FLAG,
                    "Window valid",
                    "1 if the last window is valid for a decision",
                    status -> status.window().map(Window::valid)),
            new Fact<>(
                    "lastDecision",
                    COUNT,
                    "Last decision",
                    "Number of the last decision: 43 for d43",
                    status -> status.last().map(DecisionRecord::number)),
            new Fact<>(
                    "holding",
                    FLAG,
                    "Holding",
                    "1 while a hold other than `workload_unchanged` continues",
                    status -> status.last()
                            .map(last -> last.kind().equals("hold")
                                    && !last.reason().code().equals("workload_unchanged"))),
            new Fact<>(
                    "gainPercent",
                    PERCENT,
                    "Predicted gain",
                    "Predicted gain of the last proposal or apply in percent",
                    status -> predicted(status).map(DecisionRecord::gainPercent)),
            new Fact<>(
                    "gainDeviationPercent",
                    PERCENT,
                    "Standard deviation",
                    "Standard deviation of that gain in percent",
                    status -> predicted(status).map(DecisionRecord::gainDeviationPercent)),
            new Fact<>(
                    "proposalPending",
                    FLAG,
                    "Proposal pending",
                    "1 if a proposal waits for `apply`",
                    status -> status.pending().isPresent()),
            new Fact<>(
                    "rewriting", FLAG, "Rewriting data", "1 while a change rewrites data", status -> status.rewriting()
                            .isPresent()),
            new Fact<>("modelLoaded", FLAG, "Model loaded", "1 if a model is loaded", status -> !status.model()
                    .isEmpty()),
            new Fact<>(
                    "modelCompatible",
                    FLAG,
                    "Model compatible",
                    "1 if the model was trained on this kind of node",
                    status -> "".equals(status.model().get("mismatches"))));

    /** Measurements of a window, apart from the features of its workload. */
    public static final List<Fact<Window>> MEASUREMENTS = List.of(
            new Fact<>(
                    "operationsPerSecond",
                    RATE,
                    "Throughput",
                    "Operations per second on user tables",
                    Window::operationsPerSecond),
            new Fact<>("reads", COUNT, "Reads", "Single-partition reads", Window::reads),
            new Fact<>("writes", COUNT, "Writes", "Partition updates", Window::writes),
            new Fact<>("scans", COUNT, "Range reads", "Range reads", Window::scans),
            new Fact<>(
                    "coordinatedReads",
                    COUNT,
                    "Client reads",
                    "Client reads and range reads that this node coordinated",
                    window -> window.clients().reads()),
            new Fact<>(
                    "coordinatedWrites",
                    COUNT,
                    "Client writes",
                    "Client writes that this node coordinated",
                    window -> window.clients().writes()),
            new Fact<>(
                    "coordinatedReadRatio",
                    SHARE,
                    "Client read ratio",
                    "Share of reads among the client requests that this node coordinated; decisions use the read ratio"
                            + " of the replica",
                    window -> window.clients().readRatio()),
            new Fact<>(
                    "readMicros",
                    MICROSECONDS,
                    "Mean read latency",
                    "Mean latency of client reads in µs",
                    window -> window.latency().reads().micros()),
            new Fact<>(
                    "writeMicros",
                    MICROSECONDS,
                    "Mean write latency",
                    "Mean latency of client writes in µs",
                    window -> window.latency().writes().micros()),
            new Fact<>(
                    "readP99Micros",
                    MICROSECONDS,
                    "Read latency, 99th percentile",
                    "99th percentile of the latency of client reads in µs, as Cassandra computes it",
                    window -> window.gauges().readP99Micros()),
            new Fact<>(
                    "writeP99Micros",
                    MICROSECONDS,
                    "Write latency, 99th percentile",
                    "99th percentile of the latency of client writes in µs, as Cassandra computes it",
                    window -> window.gauges().writeP99Micros()),
            new Fact<>(
                    "pendingReads",
                    NUMBER,
                    "Pending reads",
                    "Mean number of reads that wait for a thread",
                    window -> window.gauges().pendingReads()),
            new Fact<>(
                    "pendingWrites",
                    NUMBER,
                    "Pending writes",
                    "Mean number of writes that wait for a thread",
                    window -> window.gauges().pendingWrites()),
            new Fact<>(
                    "pendingRequests",
                    NUMBER,
                    "Pending client requests",
                    "Mean number of client requests that wait for a thread",
                    window -> window.gauges().pendingRequests()),
            new Fact<>(
                    "pendingCompactions",
                    NUMBER,
                    "Pending compactions",
                    "Mean number of compactions that wait or run",
                    window -> window.gauges().pendingCompactions()),
            new Fact<>(
                    "sstablesPerRead",
                    NUMBER,
                    "Sstables per read",
                    "Sstables per read in the keyspace with most reads",
                    window -> window.gauges().sstablesPerRead()),
            new Fact<>("windowStart", TIME, "Window start", "Start of the window", Window::start),
            new Fact<>("windowEnd", TIME, "Window end", "End of the window", Window::end),
            new Fact<>("state", TEXT, "State", "valid, or the code of the defect", Window::state),
            new Fact<>(
                    "detail",
                    TEXT,
                    "Defect",
                    "Why decisions cannot use the window; nothing if they can",
                    window -> window.defect().map(ReasonText::of)));

    /** A window of this build. */
    public static final List<Fact<Window>> WINDOW = window(WorkloadSensors.features());

    /** A decision. */
    public static final List<Fact<DecisionRecord>> DECISION = List.of(
            new Fact<>("id", TEXT, "Decision", "The letter d and the decision's number", DecisionRecord::id),
            new Fact<>("at", TIME, "Time", "Time of the decision", DecisionRecord::at),
            new Fact<>("kind", TEXT, "Kind", "hold, propose, apply or rollback", DecisionRecord::kind),
            new Fact<>("code", TEXT, "Code", "Code of the reason", decided -> decided.reason()
                    .code()),
            new Fact<>("reason", TEXT, "Reason", "The reason in words", DecisionRecord::reasonText),
            new Fact<>(
                    "gainPercent",
                    PERCENT,
                    "Predicted gain",
                    "Predicted gain in throughput in percent",
                    DecisionRecord::gainPercent),
            new Fact<>(
                    "gainDeviationPercent",
                    PERCENT,
                    "Standard deviation",
                    "Standard deviation of the predicted gain in percent",
                    DecisionRecord::gainDeviationPercent),
            new Fact<>(
                    "workload",
                    FEATURES,
                    "Workload",
                    "Features of the workload that the decision is for",
                    DecisionRecord::workload),
            new Fact<>(
                    "coordinatedReadRatio",
                    SHARE,
                    "Client read ratio",
                    "Share of reads among the client requests of that window",
                    DecisionRecord::coordinatedReadRatio),
            new Fact<>(
                    "configuration",
                    TEXT,
                    "Configuration",
                    "The configuration that was proposed, applied or restored",
                    DecisionRecord::configuration),
            new Fact<>("changes", TEXT, "Changes", "The knobs that change", DecisionRecord::changes),
            new Fact<>("tables", TEXT, "Tables", "The tables whose options change", DecisionRecord::tablesText),
            new Fact<>("readBack", TEXT, "Result", "ok, or why the change failed", DecisionRecord::readBackText),
            new Fact<>("verdict", TEXT, "Effect", "The measured effect of the change", DecisionRecord::verdictText));

    /** A knob. */
    public static final List<Fact<KnobRow>> KNOB = List.of(
            new Fact<>(
                    "knob", TEXT, "Knob", "Name of the knob", row -> row.state().knob()),
            new Fact<>(
                    "unit", TEXT, "Unit", "Unit of numbers", row -> row.state().unit()),
            new Fact<>("yaml", TEXT, "At start", "Value when the tuner started", row -> row.state()
                    .yaml()),
            new Fact<>(
                    "live", TEXT, "Now", "Value in the node", row -> row.state().live()),
            new Fact<>("ours", TEXT, "By Rafiki", "Value that the tuner has set", row -> row.state()
                    .ours()),
            new Fact<>("proposed", TEXT, "Proposed", "Value in the pending proposal", KnobRow::proposed),
            new Fact<>(
                    "change",
                    TEXT,
                    "Change",
                    "live, or restart if only the next start can change the value",
                    row -> row.state().change()),
            new Fact<>("setBy", TEXT, "Set by", "start, rafiki with a decision, or not rafiki", row -> row.state()
                    .setBy()),
            new Fact<>("setAt", TIME, "Set at", "Time at which the value was set or first seen", row -> row.state()
                    .setAt()));

    /** The best configuration at one change cost. */
    public static final List<Fact<Offer>> PRICE_CLASS = List.of(
            new Fact<>("cost", TEXT, "Cost", "Highest cost of its changes", offer -> offer.best()
                    .cost()
                    .label()),
            new Fact<>(
                    "gainPercent",
                    PERCENT,
                    "Predicted gain",
                    "Predicted gain in throughput in percent",
                    offer -> 100 * offer.best().plan().gain().mean()),
            new Fact<>(
                    "lowerPercent",
                    PERCENT,
                    "Lower bound",
                    "Lower end of its interval",
                    offer -> 100 * offer.best().lowerBound()),
            new Fact<>(
                    "upperPercent",
                    PERCENT,
                    "Upper bound",
                    "Upper end of its interval",
                    offer -> 100 * offer.best().upperBound()),
            new Fact<>(
                    "changes",
                    TEXT,
                    "Changes",
                    "The knobs that change, and the price of a rewrite",
                    offer -> offer.best().changesText()),
            new Fact<>("command", TEXT, "Permitted by", "The commands or the step that applies it", Offer::command));

    private Facts() {}

    /**
     * The facts of a window.
     *
     * @param features of its workload
     */
    public static List<Fact<Window>> window(List<WorkloadFeature> features) {
        return Stream.concat(features.stream().map(Facts::feature), MEASUREMENTS.stream())
                .toList();
    }

    /** A feature of a window's workload; nothing if the window has no operations. */
    public static Fact<Window> feature(WorkloadFeature feature) {
        String label = feature.label();
        return new Fact<>(
                feature.name(),
                feature.unit().isEmpty() ? SHARE : NUMBER,
                label.substring(0, 1).toUpperCase(Locale.ROOT)
                        + label.substring(1)
                        + (feature.unit().isEmpty() ? "" : " in " + feature.unit()),
                feature.description().replaceFirst("\\.$", ""),
                window -> window.operations() == 0 ? null : window.workload().value(feature));
    }

    private static long knobs(TunerStatus status, Function<KnobState, Boolean> condition) {
        return status.past().knobs().stream().filter(condition::apply).count();
    }

    /** The last decision with a predicted gain. */
    private static Optional<DecisionRecord> predicted(TunerStatus status) {
        return status.past().decisions().stream()
                .filter(decided -> Double.isFinite(decided.gainPercent()))
                .reduce((earlier, later) -> later);
    }
}
