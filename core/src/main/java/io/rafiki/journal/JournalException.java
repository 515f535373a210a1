package io.rafiki.journal;

import io.rafiki.reason.ReasonText;
import java.io.IOException;

/** A journal that cannot be opened or written. The message is the failure's wording. */
public final class JournalException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient JournalFailure failure;

    JournalException(JournalFailure failure) {
        this(failure, null);
    }

    JournalException(JournalFailure failure, Throwable cause) {
        super(ReasonText.of(failure), cause);
        this.failure = failure;
    }

    /** The failure behind any exception of a journal. */
    public static JournalFailure failure(IOException e) {
        return e instanceof JournalException journal
                ? journal.failure
                : new JournalFailure.InputOutputError(e.toString());
    }
}
