package io.rafiki.trainer.operator;

/** The console was unreachable or rejected a call. The message is one line with cause and remedy. */
public final class ConsoleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean isTemporary;

    /** A refusal in one line. */
    public ConsoleException(String message) {
        this(message, null);
    }

    ConsoleException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private ConsoleException(String message, Throwable cause, boolean isTemporary) {
        super(message, cause);
        this.isTemporary = isTemporary;
    }

    /** A failure that ends when the node and its agent have started. */
    static ConsoleException temporary(String message, Throwable cause) {
        return new ConsoleException(message, cause, true);
    }

    boolean isTemporary() {
        return isTemporary;
    }
}
