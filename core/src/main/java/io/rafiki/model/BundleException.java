package io.rafiki.model;

/** A model bundle that cannot be used. The message is one line with file, expectation and finding. */
public final class BundleException extends Exception {

    private static final long serialVersionUID = 1L;

    public BundleException(String message) {
        super(message);
    }

    public BundleException(String message, Throwable cause) {
        super(message, cause);
    }
}
