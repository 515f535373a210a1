package io.rafiki.node;

import io.rafiki.reason.Reason;
import java.util.List;

/** Why a node could not be read or written. */
public sealed interface NodeFailure extends Reason {

    /**
     * The node has no such MBean.
     *
     * @param target MBean, with attribute or operation
     */
    record MbeanMissing(String target) implements NodeFailure {}

    /** The node lacks an MBean that the agent registers. */
    record AgentMbeanMissing(String target) implements NodeFailure {}

    /** The JMX connection failed. */
    record ConnectionFailed(String target, String message) implements NodeFailure {}

    /**
     * The node refused a JMX call.
     *
     * @param message the node's own words
     */
    record CallRefused(String target, String message) implements NodeFailure {}

    /**
     * The node refused a statement of CQL.
     *
     * @param message the node's own words
     */
    record StatementRefused(String statement, String message) implements NodeFailure {}

    /** A statement failed, for example because too few nodes are up. It can succeed later. */
    record StatementFailed(String statement, String message) implements NodeFailure {}

    /** An attribute holds something other than a number. */
    record NotNumeric(String target, String found) implements NodeFailure {}

    /** The free space of a data folder is unknown. */
    record DiskUnreadable(String folder, String message) implements NodeFailure {}

    /**
     * The catalogue does not allow a value; the node was not changed.
     *
     * @param message value and range
     */
    record ValueNotAllowed(String message) implements NodeFailure {}

    /**
     * A change needs a restart.
     *
     * @param current value; empty if unknown
     */
    record NeedsRestart(String current) implements NodeFailure {}

    /**
     * The node holds a value other than the one written.
     *
     * @param target where the value was read
     */
    record ReadBackDiffers(String target, String written, String found) implements NodeFailure {}

    /**
     * The node no longer has the expected value, because another client has set one. It was not overwritten.
     *
     * @param table of a table option; empty for a knob of the whole node
     * @param found value as a user writes it, or the node's own text
     */
    record ValueChanged(String knob, String table, String expected, String found) implements NodeFailure {}

    /** A table has TimeWindowCompactionStrategy, which is never changed. */
    record TimeWindowTable(String table) implements NodeFailure {}

    /** A task such as a truncation pauses the compactions of a table, so that their own state cannot be read. */
    record CompactionsPaused(String table) implements NodeFailure {}

    /** Two tables have different values. */
    record TablesDiffer(String table, String value, String otherTable, String otherValue) implements NodeFailure {}

    /** No user table exists from which a table option could be read. */
    record NoTable() implements NodeFailure {}

    /** A table has an option that the catalogue does not contain. */
    record UnknownOption(String table, String found) implements NodeFailure {}

    /** A table has options, set by JMX, that its schema lacks. Nothing would restore them after a change to a class that refuses them. */
    record OptionsNotInSchema(String table, String found) implements NodeFailure {}

    /** A change of the schema would drop options, which nothing would restore. */
    record OptionsDropped(String table, String options) implements NodeFailure {}

    /** A change of the schema would reset other options, which have their values on the nodes only. */
    record OptionsReset(String table, String options) implements NodeFailure {}

    /** A change of the schema would rewrite the data of other datacenters, all nodes at once. */
    record OtherDatacenters(String names) implements NodeFailure {}

    /** A table option is not a JSON object of texts. */
    record InvalidOption(String knob, String found) implements NodeFailure {}

    /**
     * A failure and the knob that it concerns.
     *
     * @param knob its name, for a write with the value
     */
    record KnobFailed(String knob, NodeFailure failure) implements NodeFailure {}

    /**
     * A table refused a value.
     *
     * @param notRestored tables that could not get back their former values
     */
    record TableWriteFailed(String table, NodeFailure failure, List<NotRestored> notRestored) implements NodeFailure {}

    /** A table could not get back its former value. */
    record NotRestored(String table, NodeFailure failure) implements NodeFailure {}
}
