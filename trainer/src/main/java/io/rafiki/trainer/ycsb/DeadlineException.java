package io.rafiki.trainer.ycsb;

import java.io.IOException;

/** A phase that exceeded its deadline. The message is one line with the phase and its progress. */
public final class DeadlineException extends IOException {

    private static final long serialVersionUID = 1L;

    public DeadlineException(String message) {
        super(message);
    }
}
