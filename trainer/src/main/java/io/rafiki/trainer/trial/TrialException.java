package io.rafiki.trainer.trial;

import io.rafiki.reason.ReasonText;
import java.io.IOException;

/** A trial that failed after its node was ready. */
final class TrialException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient TrialFailure failure;

    TrialException(TrialFailure failure) {
        super(ReasonText.of(failure));
        this.failure = failure;
    }

    TrialFailure failure() {
        return failure;
    }
}
