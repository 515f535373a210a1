package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The binding of a knob on a running node: attributes of an MBean.
 *
 * @param object ObjectName; {@code {keyspace}} and {@code {table}} are replaced by those of a table
 * @param attributes attributes that all hold the value; written in this order when the value increases, in reverse when it decreases (a
 *     pool's maximum before its core size); the first one is read
 * @param exact attribute that is read instead, because the first one rounds the value; empty if it does not
 * @param type type of the attributes
 * @param special attribute values of special values whose number differs from the code
 * @param keep ({@link Type#JSON}) options that do not belong to the knob: a write keeps them, a read ignores them
 * @param keepInClass ({@link Type#JSON}) options with their values that one class alone allows and that do not belong to the knob, by this
 *     class
 * @param assume ({@link Type#JSON}) options with the node's default values, which a read ignores
 * @param after action after a write
 */
public record LiveBinding(
        String object,
        List<String> attributes,
        Optional<String> exact,
        Type type,
        Map<String, Long> special,
        Set<String> keep,
        Map<String, Map<String, String>> keepInClass,
        Map<String, String> assume,
        After after) {

    /** The attribute's Java type. */
    public enum Type {
        INT,
        LONG,
        DOUBLE,
        /** A text that contains a table option's map as a JSON object. */
        JSON
    }

    /** The action after a write. */
    public enum After {
        NOTHING,
        /** Submit a background compaction of the table, unless its automatic compaction is off. */
        BACKGROUND_COMPACTION
    }

    public LiveBinding {
        attributes = List.copyOf(attributes);
        special = Map.copyOf(special);
        keep = Set.copyOf(keep);
        keepInClass = Map.copyOf(keepInClass);
        assume = Map.copyOf(assume);
    }
}
