package io.rafiki.trainer.datastore;

import java.io.IOException;

/** A node that could not be started, did not become ready, or ended before its time; the message is one line with the cause. */
public final class DatastoreException extends IOException {

    private static final long serialVersionUID = 1L;

    public DatastoreException(String message) {
        super(message);
    }

    public DatastoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
