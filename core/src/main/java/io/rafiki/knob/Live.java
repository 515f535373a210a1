package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a knob is read and set in a running node: attributes of an MBean.
 *
 * @param object the MBean's name; {@code {keyspace}} and {@code {table}} stand for those of a table
 * @param attributes all of them hold the value; written in this order when the value rises, in the opposite order when it falls
 *     (a pool's maximum before its core size), read from the first
 * @param type of the attributes
 * @param special what the attribute holds for special values whose number there differs from the code
 * @param keep ({@link Type#JSON}) options that are not the knob's: their present values stay when the knob is written, and do not count when it is read
 * @param assume ({@link Type#JSON}) options that say nothing, because they hold what the node assumes without them
 * @param after what follows a write
 */
public record Live(
        String object,
        List<String> attributes,
        Type type,
        Map<String, Long> special,
        Set<String> keep,
        Map<String, String> assume,
        After after) {

    /** The attribute's Java type. */
    public enum Type {
        INT,
        LONG,
        DOUBLE,
        /** A text that holds a table option's map as a JSON object. */
        JSON
    }

    /** What follows a write. */
    public enum After {
        NOTHING,
        /** A background compaction of the table is asked for, unless its automatic compaction is off. */
        BACKGROUND_COMPACTION
    }

    public Live {
        attributes = List.copyOf(attributes);
        special = Map.copyOf(special);
        keep = Set.copyOf(keep);
        assume = Map.copyOf(assume);
    }
}
