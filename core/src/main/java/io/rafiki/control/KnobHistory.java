package io.rafiki.control;

import io.rafiki.control.Activity.KnobYielded;
import io.rafiki.decision.Change;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps for each knob its value at the start, its present value, and who set it.
 *
 * <p>A change by nodetool, JMX or ALTER TABLE causes no notification. The next reading detects it.
 */
final class KnobHistory {

    private static final String START = "start";

    /** A reading includes the options of every table. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final TunedNode node;
    private final KnobCatalogue catalogue;
    private final ControlLog log;
    private final Map<String, KnobState> states = new LinkedHashMap<>();

    /** The tuner's value of each knob before the last change of the knob. */
    private final Map<String, Optional<String>> former = new HashMap<>();

    /** The last known value of each knob. It is unknown while another client alters one table after the other. */
    private final Map<String, String> known = new HashMap<>();

    private Instant lookedAt;
    private volatile List<KnobState> shown = List.of();

    KnobHistory(TunedNode node, KnobCatalogue catalogue, ControlLog log) {
        this.node = node;
        this.catalogue = catalogue;
        this.log = log;
    }

    /** The knobs as last read. */
    List<KnobState> states() {
        return shown;
    }

    /** Reads the node, unless it did so within the last ten seconds. */
    void refresh(Instant now) {
        if (lookedAt == null || Duration.between(lookedAt, now).abs().compareTo(BETWEEN_LOOKS) >= 0) {
            acceptCurrent(now);
        }
    }

    /** Records a plan that was applied and read back. */
    void applied(DecisionRecord decided, List<Change> changes) {
        for (Change change : changes) {
            former.put(
                    change.knob(),
                    Optional.ofNullable(states.get(change.knob())).flatMap(KnobState::ours));
            logExternalChange(
                    change.knob(), String.valueOf(change.to()), Optional.of(String.valueOf(change.to())), decided);
        }
        acceptCurrent(decided.at());
        forgetUnknown(changes);
    }

    /** Records a rollback. Knobs that another client set since kept their values. */
    void rolledBack(DecisionRecord decided, List<Change> changes) {
        Map<String, String> now = node.shown();
        for (Change change : changes) {
            String back = String.valueOf(change.from());
            if (back.equals(now.get(change.knob()))) {
                // the restored value may be that of an earlier change
                logExternalChange(
                        change.knob(),
                        back,
                        former.getOrDefault(change.knob(), Optional.empty()).filter(back::equals),
                        decided);
            }
        }
        acceptCurrent(decided.at());
        forgetUnknown(changes);
    }

    /** If tables disagree after a change by the tuner, their next common value is not an external change. */
    private void forgetUnknown(List<Change> changes) {
        for (Change change : changes) {
            KnobState state = states.get(change.knob());
            if (state != null && isUnknown(state.live())) {
                known.remove(change.knob());
            }
        }
    }

    /**
     * Knobs that another client set recently, with the end of their hold: the tuner leaves them alone.
     *
     * @param time length of the hold
     */
    Map<String, Instant> yieldedKnobs(Instant now, Duration time) {
        return yielded(shown, now, time);
    }

    private static Map<String, Instant> yielded(List<KnobState> states, Instant now, Duration time) {
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
    static List<KnobYielded> yielding(List<KnobState> states, Instant now, Duration time) {
        return yielded(states, now, time).entrySet().stream()
                .map(knob -> new KnobYielded(knob.getKey(), knob.getValue()))
                .toList();
    }

    private void logExternalChange(String knob, String value, Optional<String> ours, DecisionRecord decided) {
        KnobState before = states.get(knob);
        if (before != null) {
            put(knob, before.yaml(), value, ours, "rafiki " + decided.id(), decided.at());
        }
    }

    /** Reads the node. */
    void acceptCurrent(Instant now) {
        lookedAt = now;
        node.shown().forEach((knob, live) -> {
            KnobState before = states.get(knob);
            if (before == null || isUnknown(before.yaml())) {
                put(knob, live, live, Optional.empty(), START, now);
            } else if (isUnknown(live) || known.getOrDefault(knob, live).equals(live)) {
                put(knob, before.yaml(), live, before.ours(), before.setBy(), before.setAt());
            } else {
                log.info(knob + " was set from " + known.get(knob) + " to " + live + ", not by rafiki");
                put(knob, before.yaml(), live, before.ours(), KnobState.OTHERS, now);
            }
        });
        shown = List.copyOf(states.values());
    }

    private void put(String knob, String yaml, String live, Optional<String> ours, String setBy, Instant setAt) {
        if (!isUnknown(live)) {
            known.put(knob, live);
        }
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
    static boolean isUnknown(String live) {
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
