package io.rafiki.control.configuration;

import io.rafiki.control.reason.Activity.KnobYielded;
import io.rafiki.control.reason.Activity.NotTuned;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.TunerValues;
import io.rafiki.decision.Change;
import io.rafiki.journal.JournalRecord;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.node.KnobReading;
import io.rafiki.node.KnobSkip;
import io.rafiki.node.KnobSkip.KnobOutsideModel;
import io.rafiki.node.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps for each knob its value at the start, its present value, and who set it.
 *
 * <p>A change by nodetool, JMX or ALTER TABLE causes no notification. The next reading detects it.
 */
public final class KnobHistory {

    private static final String START = "start";

    /** A reading includes the options of every table. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final TunedNode node;
    private final KnobCatalogue catalogue;
    private final ControlLog log;
    private final Map<String, KnobState> states = new LinkedHashMap<>();
    private final TunerValues written = new TunerValues();
    private final ExternalChanges external;
    private Instant lookedAt;
    private volatile List<KnobState> shown = List.of();
    private volatile List<NotTuned> skips = List.of();
    private volatile boolean tunableAgain;

    /** @param external changes by other clients that the journal records */
    public KnobHistory(TunedNode node, KnobCatalogue catalogue, ExternalChanges external, ControlLog log) {
        this.node = node;
        this.catalogue = catalogue;
        this.external = external;
        this.log = log;
    }

    /** The knobs as last read. */
    public List<KnobState> states() {
        return shown;
    }

    /** Reads the node, unless it did so within the last ten seconds. */
    public void refresh(Instant now) {
        if (lookedAt == null || Duration.between(lookedAt, now).abs().compareTo(BETWEEN_LOOKS) >= 0) {
            acceptCurrent(now);
        }
    }

    /** Records a plan at its end: it was applied and read back. */
    public void applied(DecisionRecord decided, List<Change> changes, Instant now) {
        for (Change change : changes) {
            String value = String.valueOf(change.to());
            KnobState before = states.get(change.knob());
            written.write(change.knob(), change.tables(), value);
            if (before != null) {
                boolean first = before.ours().isEmpty() && node.isTableOption(change.knob());
                String start = first ? String.valueOf(change.from()) : before.yaml();
                put(change.knob(), start, value, Optional.of(value), "rafiki " + decided.id(), now);
                accept(change);
            }
        }
        acceptCurrent(now);
    }

    /** Records a rollback at its end. Knobs that another client set since kept their values. */
    public void rolledBack(DecisionRecord decided, List<Change> changes, Instant now) {
        for (Change change : changes) {
            String back = String.valueOf(change.from());
            KnobState before = states.get(change.knob());
            if (before != null && accept(change).stream().allMatch(back::equals)) {
                written.rollBack(change.knob(), change.tables(), back);
                Optional<String> ours = written.last(change.knob());
                put(change.knob(), before.yaml(), back, ours, "rafiki " + decided.id(), now);
            }
        }
        acceptCurrent(now);
    }

    /**
     * Accepts the two values of a change as the tuner's own. Any other value is that of another client.
     *
     * @return the present values of the change's parts
     */
    private List<String> accept(Change change) {
        List<String> own = List.of(String.valueOf(change.from()), String.valueOf(change.to()));
        List<String> values = new ArrayList<>();
        List<TableName> tables =
                node.written(change).stream().flatMap(List::stream).toList();
        node.readings().get(change.knob()).parts().forEach((part, value) -> {
            if (part.equals(TunerValues.NODE) || tables.contains(TableName.parse(part))) {
                values.add(value);
                if (own.contains(value)) {
                    external.accept(change.knob(), part, value);
                }
            }
        });
        return values;
    }

    /**
     * Knobs that another client set recently, with the end of their hold: the tuner leaves them alone.
     *
     * @param time length of the hold
     */
    public static Map<String, Instant> yielded(List<KnobState> states, Instant now, Duration time) {
        Map<String, Instant> yielded = new LinkedHashMap<>();
        for (KnobState state : states) {
            Instant until = state.setAt().plus(time);
            if (state.isSetExternally() && now.isBefore(until)) {
                yielded.put(state.knob(), until);
            }
        }
        return yielded;
    }

    /** The same as activities. */
    public static List<KnobYielded> yielding(List<KnobState> states, Instant now, Duration time) {
        return yielded(states, now, time).entrySet().stream()
                .map(knob -> new KnobYielded(knob.getKey(), knob.getValue()))
                .toList();
    }

    /** The knobs and tables that cannot be tuned. */
    public List<NotTuned> skips() {
        return skips;
    }

    /** Takes over external changes of the journal. */
    public void restore(List<JournalRecord> past) {
        past.forEach(external::replay);
    }

    /** Reads the node. */
    public void acceptCurrent(Instant now) {
        lookedAt = now;
        List<NotTuned> notTuned = new ArrayList<>();
        Set<String> skippedNow = new HashSet<>();
        node.readings().forEach((knob, reading) -> {
            Map<String, String> parts = reading.parts();
            KnobState before = states.get(knob);
            boolean isExternal = external.detect(knob, parts, now, log);
            String live = live(before, reading);
            if (before == null || isUnknown(before.yaml())) {
                put(knob, live, live, Optional.empty(), START, now);
            } else if (isExternal || (before.isSetExternally() && external.hasForgotten(knob))) {
                put(knob, before.yaml(), live, before.ours(), isExternal ? KnobState.OTHERS : START, now);
            } else {
                // a clock that was set back neither prolongs a hold nor makes a setting later than a change
                Instant setAt = before.setAt().isAfter(now) ? now : before.setAt();
                put(knob, before.yaml(), live, before.ours(), before.setBy(), setAt);
            }
            KnobState state = states.get(knob);
            if (state.setBy().equals(START)) {
                external.stillInPlace(knob, parts)
                        .ifPresent(at -> put(knob, state.yaml(), live, state.ours(), KnobState.OTHERS, at));
            }
            if (node.isConsidered(knob)) {
                reading.skips().forEach(skip -> notTuned.add(new NotTuned(skip)));
                reading.skip().ifPresent(skip -> skippedNow.add(knob));
            }
        });
        tunableAgain = false;
        for (KnobSkip skip : node.skipped()) {
            if (skip instanceof KnobOutsideModel) {
                notTuned.add(new NotTuned(skip));
            } else {
                tunableAgain |= !skippedNow.contains(skip.knob());
            }
        }
        shown = List.copyOf(states.values());
        skips = List.copyOf(notTuned);
    }

    /** Whether a knob can be tuned that the last decision skipped. Another decision is due then. */
    public boolean isTunableAgain() {
        return tunableAgain;
    }

    /** The tuner's own value if a table still has it, otherwise that of the tuned tables. */
    private static String live(KnobState before, KnobReading reading) {
        return Optional.ofNullable(before)
                .flatMap(KnobState::ours)
                .filter(reading.tables()::containsValue)
                .orElse(reading.text());
    }

    private void put(String knob, String yaml, String live, Optional<String> ours, String setBy, Instant setAt) {
        KnobDefinition entry = catalogue.entry(knob);
        double number = number(entry.knob(), live);
        states.put(
                knob,
                new KnobState(
                        knob,
                        entry.knob().unit(),
                        yaml,
                        live,
                        ours,
                        setBy,
                        setAt,
                        isLive(entry, number) ? "live" : "restart",
                        number));
    }

    /** Whether the shown value of a knob states that it is unknown. */
    public static boolean isUnknown(String live) {
        return live.startsWith("?");
    }

    private static double number(Knob knob, String live) {
        try {
            return knob.code(live);
        } catch (IllegalArgumentException none) {
            return Double.NaN;
        }
    }

    /** Whether the knob can reach another value without a restart. */
    private static boolean isLive(KnobDefinition entry, double now) {
        return otherValues(entry.knob())
                .filter(code -> code != now)
                .anyMatch(code -> Double.isNaN(now)
                        ? entry.cost() != ChangeCost.NEXT_START
                        : entry.costOf(now, code) != ChangeCost.NEXT_START);
    }

    private static Stream<Double> otherValues(Knob knob) {
        return knob.range().map(range -> Stream.of(range.min(), range.max())).orElse(knob.singles().stream());
    }
}
