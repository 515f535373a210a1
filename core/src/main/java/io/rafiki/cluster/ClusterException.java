package io.rafiki.cluster;

/** The tables of the cluster cannot be read or written. The message is one line. */
public final class ClusterException extends Exception {

    private static final long serialVersionUID = 1;

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
