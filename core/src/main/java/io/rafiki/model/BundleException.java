package io.rafiki.model;

import io.rafiki.reason.PlainText;

/** A model bundle that cannot be used. The message is one line with file, expectation and finding, without control characters. */
public final class BundleException extends Exception {

    private static final long serialVersionUID = 1L;

    public BundleException(String message) {
        this(message, null);
    }

    public BundleException(String message, Throwable cause) {
        super(PlainText.of(message), cause);
    }
}
