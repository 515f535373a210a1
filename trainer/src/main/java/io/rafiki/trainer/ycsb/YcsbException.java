package io.rafiki.trainer.ycsb;

import java.io.IOException;

/** A YCSB run without a result. The message is one line with the cause. */
public final class YcsbException extends IOException {

    private static final long serialVersionUID = 1L;

    public YcsbException(String message) {
        super(message);
    }
}
