package io.rafiki.ycsb;

/** An invalid property. The message is one line with the property, the expectation and the finding; there is no stack trace. */
final class PropertyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    PropertyException(String property, String expected, String found, String advice) {
        super(property + ": expected " + expected + ", found " + found + ". " + advice);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
