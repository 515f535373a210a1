package io.rafiki.model;

/** A model bundle that cannot be used; the message is one line that names the file, what was expected and what was found. */
public final class BundleException extends Exception {

    private static final long serialVersionUID = 1L;

    public BundleException(String message) {
        super(message);
    }

    public BundleException(String message, Throwable cause) {
        super(message, cause);
    }
}
