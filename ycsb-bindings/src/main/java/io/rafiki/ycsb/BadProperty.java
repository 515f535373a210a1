package io.rafiki.ycsb;

/** A property that cannot be used. It carries one line that says which, what was expected and what was found, and no stack trace. */
final class BadProperty extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    BadProperty(String property, String expected, String found, String advice) {
        super(property + ": expected " + expected + ", found " + found + ". " + advice);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
