package io.rafiki.journal;

import java.util.Locale;

/** The type of a journal record. */
public enum RecordType {
    /** The agent started in a restarted node: earlier live changes are lost. */
    START,
    /** A decision: hold, propose or apply, with its reason and numbers. */
    DECISION,
    /** A write to the node that follows this record. */
    WRITE,
    /** The value that the node reported after a write. */
    READ_BACK,
    /** A rollback that follows this record. */
    ROLLBACK,
    /** The outcome of an apply or a rollback. */
    OUTCOME,
    /** The verdict on a change, or its rollback. */
    VERDICT,
    /** A temporary action for a rewrite that follows this record: a trial compaction, or another limit of the compactions. */
    ACTION,
    /** Values that outlast a restart: a statement of CQL or lines for cassandra.yaml, which follow this record. */
    PERMANENT,
    /** The highest epoch and roll-out of the cluster's orders; lower epochs are refused from now on. */
    EPOCH,
    /** Another client changed a knob. */
    EXTERNAL_CHANGE,
    /** An operator's command: mode, pause, resume, reload-model. */
    VERB;

    static RecordType parse(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
