package io.rafiki.journal;

import io.rafiki.reason.Reason;

/** Why a journal cannot be opened or written. */
public sealed interface JournalFailure extends Reason {

    /** This process has the file open already. */
    record JournalInUseHere(String file) implements JournalFailure {}

    /** Another process has the file open. */
    record JournalInUseElsewhere(String file) implements JournalFailure {}

    /** The path names something other than a file. */
    record JournalNotRegular(String file) implements JournalFailure {}

    /** The file is too large for a journal. */
    record JournalTooLarge(String file, long mebibytes, long max) implements JournalFailure {}

    /** Another process moved, deleted or truncated the file. The next write starts a new one. */
    record JournalLost(String file) implements JournalFailure {}

    /** A newer version of Rafiki wrote the journal. */
    record JournalNewer(long version, long max) implements JournalFailure {}

    /** The operating system refused the operation. */
    record InputOutputError(String error) implements JournalFailure {}
}
