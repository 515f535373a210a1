package io.rafiki.node;

/** A knob that could not be read or set. The message is one line: the knob, the value if there is one, what stood in the way. */
public final class NodeException extends Exception {

    private static final long serialVersionUID = 1;

    NodeException(String message) {
        super(message.strip().replaceAll("\\s*\\R\\s*", " "));
    }

    NodeException(String message, Throwable cause) {
        super(message.strip().replaceAll("\\s*\\R\\s*", " "), cause);
    }
}
