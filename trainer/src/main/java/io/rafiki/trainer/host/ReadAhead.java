package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The read-ahead of a disk, changed while a node runs. The kernel has one value per disk, which applies to all processes.
 *
 * @param file the kernel's file of the disk
 * @param before value to restore
 * @param ledger records the change and its end
 */
record ReadAhead(Path file, String before, ProcessLedger ledger) implements AutoCloseable {

    /**
     * Sets the read-ahead.
     *
     * @param file the kernel's file of the disk
     * @param kibibytes of the read-ahead
     * @param ledger records the present value first, so that it can be restored after a crash
     * @return empty if the disk already has this value
     * @throws IOException if the kernel refuses it
     */
    static Optional<ReadAhead> set(Path file, int kibibytes, ProcessLedger ledger) throws IOException {
        String before = Files.readString(file).strip();
        String wanted = Integer.toString(kibibytes);
        if (before.equals(wanted)) {
            return Optional.empty();
        }
        ledger.changed(file, before);
        Files.writeString(file, wanted);
        return Optional.of(new ReadAhead(file, before, ledger));
    }

    /** Restores the former value. Idempotent. */
    @Override
    public void close() throws IOException {
        Files.writeString(file, before);
        ledger.restored(file);
    }
}
