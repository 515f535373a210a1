package io.rafiki.agent.console;

import io.rafiki.control.Operator;
import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.Activity.Rewriting;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.StatusHistory;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.Change;
import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadSensors;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An operator console with one decision, proposal, window and knob, which records the operations that it receives. */
final class RecordingOperator implements Operator {

    private static final KnobSpace SPACE =
            new KnobSpace(List.of(new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));

    static final Instant PUBLISHED = Instant.parse("2026-11-21T10:15:32Z");

    final List<String> said = new ArrayList<>();
    boolean empty;
    boolean refuses;

    @Override
    public TunerStatus status() {
        Configuration better = SPACE.defaults().with("concurrent_writes", 64);
        Plan plan = new Plan(
                SPACE.defaults(),
                better,
                List.of(new Change("concurrent_writes", 32L, 64L, ChangeCost.INSTANT)),
                Workload.ofReadRatio(0.75),
                new RelativeGain(0.125, 0.01));
        Window window = new Window(
                Instant.parse("2026-11-21T10:15:00Z"),
                Duration.ofSeconds(30),
                750,
                250,
                0,
                1,
                ThroughputTrend.even(1_000 / 30.0),
                Optional.empty());
        return new TunerStatus(
                LoopPhase.OBSERVING,
                Mode.APPROVE,
                List.of(),
                List.of(),
                Optional.empty(),
                empty ? Optional.empty() : Optional.of(window),
                empty ? Optional.empty() : Optional.of(plan),
                List.of(),
                empty ? Optional.empty() : Optional.of(decided()),
                empty ? Map.of() : Map.of("engine", "compiled"),
                empty
                        ? Optional.empty()
                        : Optional.of(new Rewriting("d42", 510_000_000, 0.25, Duration.ofSeconds(5), Optional.empty())),
                7,
                3,
                0,
                1,
                empty
                        ? new StatusHistory(Instant.EPOCH, List.of(), List.of(), List.of())
                        : new StatusHistory(PUBLISHED, List.of(window), List.of(decided()), List.of(knob())));
    }

    private static KnobState knob() {
        return new KnobState(
                "concurrent_writes", "threads", "32", "32", Optional.empty(), "start", Instant.EPOCH, "live", 32);
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of("concurrent_writes", "32");
    }

    @Override
    public DecisionRecord propose() {
        said.add("propose");
        return decided();
    }

    @Override
    public DecisionRecord apply(String id, String allow) {
        said.add("apply " + id + allow);
        return decided();
    }

    @Override
    public DecisionRecord rollback(String id) {
        if (refuses) {
            throw new IllegalStateException("nothing to\n\u001broll back", new RuntimeException("inner"));
        }
        said.add("rollback" + id);
        return decided();
    }

    @Override
    public void pause(String reason) {
        said.add("pause " + reason);
    }

    @Override
    public void resume() {
        said.add("resume");
    }

    @Override
    public String stop() {
        said.add("stop");
        return "stopped";
    }

    @Override
    public void setMode(String mode) {
        if (refuses) {
            throw new IllegalStateException("the journal is\n\u001bnot writable", new RuntimeException("inner"));
        }
        said.add("setMode " + mode);
    }

    @Override
    public String reloadModel(String path) {
        said.add("reloadModel " + path);
        return "loaded";
    }

    @Override
    public String export(String id, String format) {
        said.add("export " + id + " " + format);
        return "exported";
    }

    @Override
    public List<DecisionRecord> history(int n) {
        said.add("history " + n);
        return List.of(decided(), decided());
    }

    private static DecisionRecord decided() {
        return new DecisionRecord(
                42,
                Instant.parse("2026-11-21T10:15:31Z"),
                "apply",
                new PredictedGain(new RelativeGain(0.125, 0.01), Optional.empty(), Optional.empty()),
                12.5,
                1,
                WorkloadSensors.values(Workload.ofReadRatio(0.75)),
                0.9,
                "concurrent_writes=64",
                "concurrent_writes 32 -> 64",
                List.of("ycsb.usertable"),
                Optional.of(new Ok()),
                Optional.of(new Verdict(Outcome.BETTER, new LatencyCompared(400, -0.2, 500, 0))));
    }
}
