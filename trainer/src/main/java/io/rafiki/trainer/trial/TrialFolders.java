package io.rafiki.trainer.trial;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folders of a trial.
 *
 * @param out the campaign's folder, which contains trials.jsonl and the logs
 * @param work folder of the running trial; emptied before each trial and removed afterwards
 */
public record TrialFolders(Path out, Path work) {

    public TrialFolders {
        out = out.toAbsolutePath();
        work = work.toAbsolutePath();
    }

    /** The path for the log of this attempt. Logs of earlier attempts of the same trial stay. */
    Path log(String id) {
        Path log = out.resolve("logs").resolve(id + ".log");
        for (int attempt = 2; Files.exists(log) || Files.exists(ycsb(log)) || Files.exists(series(log)); attempt++) {
            log = log.resolveSibling(id + "-" + attempt + ".log");
        }
        return log;
    }

    /** The path for YCSB's output of the same attempt. */
    static Path ycsb(Path log) {
        return withEnding(log, ".ycsb.log");
    }

    /** The path for the series of the same attempt. */
    static Path series(Path log) {
        return withEnding(log, ".series.json");
    }

    private static Path withEnding(Path log, String ending) {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", ending));
    }

    String relative(Path path) {
        return out.relativize(path).toString();
    }
}
