package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;
import java.util.List;

/**
 * The change of one knob in a plan.
 *
 * @param knob its name
 * @param from its present value, as a user writes it
 * @param to its new value
 * @param cost cost until the change has its full effect
 * @param tables tables of a table option, as {@code keyspace.table}; empty for a knob of the whole node
 */
public record Change(String knob, Object from, Object to, ChangeCost cost, List<String> tables) {

    public Change {
        tables = List.copyOf(tables);
    }

    /** The change of a knob of the whole node. */
    public Change(String knob, Object from, Object to, ChangeCost cost) {
        this(knob, from, to, cost, List.of());
    }

    /** Whether the node rewrites data because of it. */
    public boolean rewritesData() {
        return cost == ChangeCost.REWRITES_DATA;
    }

    /** The same change of a table option on some tables. */
    public Change on(List<String> some) {
        return new Change(knob, from, to, cost, some);
    }

    /** {@code concurrent_writes 32 -> 64}. */
    @Override
    public String toString() {
        return knob + " " + from + " -> " + to;
    }
}
