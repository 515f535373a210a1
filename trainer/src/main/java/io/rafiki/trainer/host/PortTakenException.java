package io.rafiki.trainer.host;

/** A node that ended at its start, because another process used one of its ports. */
public final class PortTakenException extends DatastoreException {

    private static final long serialVersionUID = 1;

    public PortTakenException(String message) {
        super(message);
    }
}
