package io.rafiki.control.configuration;

import io.rafiki.control.reason.ChangeOutcome.KnobKept;
import io.rafiki.decision.Change;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.ValueChanged;
import io.rafiki.node.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Undoes one change of a knob. */
public final class KnobUndo {

    private final TunedNode node;

    public KnobUndo(TunedNode node) {
        this.node = node;
    }

    /** Whether the node still holds the tuner's value somewhere, or may do so because it cannot be read. */
    public boolean isInPlace(Change change) {
        return node.written(change).stream().anyMatch(part -> {
            try {
                return node.shownValue(change.knob(), part).equals(change.to());
            } catch (NodeException e) {
                return true;
            }
        });
    }

    /**
     * The result of an undo.
     *
     * @param restored tables that have their former value again; empty if nothing was restored
     * @param kept values of other clients
     * @param refused the last failure; empty if there was none
     * @param stuck the change on the parts that failed
     */
    record Undone(Optional<List<TableName>> restored, List<KnobKept> kept, Optional<Throwable> refused, Change stuck) {}

    /**
     * Restores a knob wherever the node holds the tuner's value. Another client's value stays. An error at one table, such as a dropped one,
     * does not prevent the rollback of the others. Only tables that the tuner has written count, and not if they were dropped since.
     */
    Undone undo(Change change) {
        List<List<TableName>> restored = new ArrayList<>();
        Map<String, List<String>> foreign = new LinkedHashMap<>();
        Map<List<TableName>, Throwable> refused = new LinkedHashMap<>();
        for (List<TableName> part : node.written(change)) {
            try {
                node.write(change.knob(), change.to(), change.from(), part);
                restored.add(part);
            } catch (NodeException e) {
                if (!(e.failure() instanceof ValueChanged changed)) {
                    refused.put(part, e);
                } else if (!changed.found().equals(String.valueOf(change.from()))) {
                    List<String> tables = foreign.computeIfAbsent(changed.found(), value -> new ArrayList<>());
                    part.forEach(table -> tables.add(table.toString()));
                }
            } catch (Throwable failure) {
                refused.put(part, failure);
            }
        }
        return new Undone(
                restored.isEmpty()
                        ? Optional.empty()
                        : Optional.of(restored.stream().flatMap(List::stream).toList()),
                foreign.entrySet().stream()
                        .map(value -> new KnobKept(change.knob(), value.getKey(), value.getValue()))
                        .toList(),
                refused.values().stream().reduce((former, later) -> later),
                change.on(refused.keySet().stream()
                        .flatMap(List::stream)
                        .map(TableName::toString)
                        .toList()));
    }
}
