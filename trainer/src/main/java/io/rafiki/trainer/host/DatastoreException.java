package io.rafiki.trainer.host;

import java.io.IOException;

/** A node that failed to start, did not become ready, or ended too early. The message is one line with the cause. */
public class DatastoreException extends IOException {

    private static final long serialVersionUID = 1L;

    public DatastoreException(String message) {
        super(message);
    }

    public DatastoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
