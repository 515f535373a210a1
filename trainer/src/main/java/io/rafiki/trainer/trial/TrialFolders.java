package io.rafiki.trainer.trial;

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

    Path log(String id) {
        return out.resolve("logs").resolve(id + ".log");
    }

    String relative(Path path) {
        return out.relativize(path).toString();
    }
}
