package io.rafiki.knob;

/** The scope of a knob's value. */
public enum Scope {
    /** The whole node. */
    NODE,
    /** One table on one node; other nodes keep theirs until the schema is altered. */
    TABLE
}
