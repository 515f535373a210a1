package io.rafiki.trainer.scenario;

import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FolderLock;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.ShutdownHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The folder of running nodes. One process at a time uses it. It is deleted before and after the work and by Ctrl-C. It stays after a
 * failure, and while the ledger in it lists what Ctrl-C could not end.
 *
 * @param out folder of the results, which is locked
 * @param work folder of the nodes
 * @param ledger lists the started processes; Ctrl-C ends them
 * @param say receives a line for each event
 */
record WorkFolder(Path out, Path work, ProcessLedger ledger, Consumer<String> say) {

    /**
     * Runs work on nodes.
     *
     * @param leave receives one or two sentences about the end, if this JVM was told to end
     * @throws IOException with one line, if a node or YCSB failed
     * @throws InterruptedException if this JVM was told to end
     */
    <T> T run(ScenarioRunner.Work<T> nodes, Consumer<String> leave) throws IOException, InterruptedException {
        FolderLock lock = FolderLock.acquire(out);
        try (lock;
                ShutdownHandler stop = new ShutdownHandler(ledger, how -> leave.accept(how + delete()))) {
            ledger.clean().forEach(ended -> say.accept("ended what an earlier run left: " + ended));
            FileTrees.delete(work);
            try {
                T result = nodes.run();
                FileTrees.delete(work);
                return result;
            } catch (IOException | RuntimeException failure) {
                stop.unlessRequested(failure);
                if (Files.exists(work)) {
                    say.accept("The files of the nodes stay in " + work + " until the next run.");
                }
                throw failure;
            }
        }
    }

    /** Deletes the folder of the nodes after this JVM was told to end; returns what stays as one sentence. */
    private String delete() {
        if (!ledger.isEmpty()) {
            return " " + work + " stays behind.";
        }
        try {
            FileTrees.delete(work);
            return "";
        } catch (IOException failure) {
            return " " + failure.getMessage() + " stays behind.";
        }
    }
}
