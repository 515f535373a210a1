package io.rafiki.reason;

/** A refused command or a failed operation. The message is the reason's wording. */
public class ReasonException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient Reason reason;

    public ReasonException(Reason reason) {
        this(reason, null);
    }

    public ReasonException(Reason reason, Throwable cause) {
        super(ReasonText.of(reason), cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
