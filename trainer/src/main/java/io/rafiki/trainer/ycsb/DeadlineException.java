package io.rafiki.trainer.ycsb;

import java.io.IOException;

/** A phase that took longer than its deadline; the message is one line that says which, and how far it came. */
public final class DeadlineException extends IOException {

    private static final long serialVersionUID = 1L;

    public DeadlineException(String message) {
        super(message);
    }
}
