package io.rafiki.trainer.operator;

/** The console was unreachable or rejected a call. The message is one line with cause and remedy. */
public final class ConsoleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** A refusal in one line. */
    public ConsoleException(String message) {
        super(message);
    }

    ConsoleException(String message, Throwable cause) {
        super(message, cause);
    }
}
