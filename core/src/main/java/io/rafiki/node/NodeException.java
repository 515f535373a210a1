package io.rafiki.node;

import io.rafiki.reason.ReasonText;

/** A node that could not be read or written. The message is the failure's wording. */
public final class NodeException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient NodeFailure failure;

    public NodeException(NodeFailure failure) {
        this(failure, null);
    }

    public NodeException(NodeFailure failure, Throwable cause) {
        super(ReasonText.of(failure), cause);
        this.failure = failure;
    }

    public NodeFailure failure() {
        return failure;
    }
}
