package io.rafiki.trainer.trial;

import java.io.IOException;

/** Reads the figures of a node's compactions. Closing it releases its connection. */
public interface CompactionSource extends AutoCloseable {

    /** A node without compactions, such as one that keeps its data in memory. */
    CompactionSource NONE = () -> CompactionFigures.NONE;

    /** The present figures. */
    CompactionFigures read() throws IOException;

    @Override
    default void close() throws IOException {
        // most sources hold nothing
    }
}
