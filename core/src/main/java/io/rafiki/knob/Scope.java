package io.rafiki.knob;

/** What one value of a knob holds for. */
public enum Scope {
    /** The whole node. */
    NODE,
    /** One table on one node; other nodes keep theirs until the schema is altered. */
    TABLE
}
