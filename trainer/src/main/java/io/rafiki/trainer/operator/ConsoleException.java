package io.rafiki.trainer.operator;

/** The console could not be reached or refused; the message is one line that says why and what to do. */
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
