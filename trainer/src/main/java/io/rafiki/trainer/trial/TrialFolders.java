package io.rafiki.trainer.trial;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where trials leave their files.
 *
 * @param out the campaign's folder, which holds trials.jsonl and the logs
 * @param work the running trial's folder; emptied before each trial and removed after it
 */
public record TrialFolders(Path out, Path work) {

    public TrialFolders {
        out = out.toAbsolutePath();
        work = work.toAbsolutePath();
    }

    /** Where the log of this attempt belongs: beside those of earlier attempts of the same trial, which stay. */
    Path log(String id) {
        Path log = out.resolve("logs").resolve(id + ".log");
        for (int attempt = 2; Files.exists(log) || Files.exists(ycsb(log)); attempt++) {
            log = log.resolveSibling(id + "-" + attempt + ".log");
        }
        return log;
    }

    /** Where YCSB's output of the same attempt belongs. */
    static Path ycsb(Path log) {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", ".ycsb.log"));
    }

    String relative(Path path) {
        return out.relativize(path).toString();
    }
}
