package io.rafiki.trainer.datastore;

import java.util.Optional;

/**
 * The limit on what a node holds of the memory, page cache included.
 *
 * @param mebibytes the limit; empty if there is none
 * @param kind for the record: how it is limited, or why it is not
 */
public record MemoryLimit(Optional<Integer> mebibytes, String kind) {

    /** That nobody wanted one. */
    static final MemoryLimit NONE = new MemoryLimit(Optional.empty(), "none asked for");
}
