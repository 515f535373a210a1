package io.rafiki.control.configuration;

import io.rafiki.decision.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The order in which changes are written: the cheapest first, unless a constraint requires another order. If a constraint allows an increase
 * only after a decrease of another knob, the decrease comes first, so that every intermediate state satisfies it.
 */
public final class WriteOrder {

    private WriteOrder() {}

    /**
     * The changes in that order. If no order satisfies the constraints, because the node violates one from the start, the cheapest come first.
     *
     * @param broken the constraint that a configuration violates if the other knobs keep their values; empty if none
     */
    public static List<Change> of(List<Change> changes, Function<Map<String, Object>, Optional<String>> broken) {
        List<Change> left = new ArrayList<>(changes);
        left.sort(Comparator.comparing(Change::cost));
        Map<String, Object> now = new LinkedHashMap<>();
        left.forEach(change -> now.put(change.knob(), change.from()));
        List<Change> order = new ArrayList<>();
        while (!left.isEmpty()) {
            Change next = left.stream()
                    .filter(change -> broken.apply(after(now, change)).isEmpty())
                    .findFirst()
                    .orElse(left.get(0));
            now.put(next.knob(), next.to());
            order.add(next);
            left.remove(next);
        }
        return order;
    }

    private static Map<String, Object> after(Map<String, Object> now, Change change) {
        Map<String, Object> then = new LinkedHashMap<>(now);
        then.put(change.knob(), change.to());
        return then;
    }
}
