package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernel's page cache of single files.
 *
 * <p>Java has no {@code posix_fadvise}. {@code dd} with {@code oflag=nocache} and an empty input calls it (GNU coreutils).
 */
public final class PageCache {

    private static final int BATCH = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private PageCache() {}

    /**
     * Writes the dirty pages of the files and drops all their pages. The next reader reads from the disk and is charged for the pages.
     *
     * @return whether this succeeded for every file
     */
    public static boolean drop(List<Path> files) throws IOException, InterruptedException {
        return each(
                "for f; do dd of=\"$f\" oflag=nocache conv=notrunc,fdatasync count=0 status=none || exit 1; done",
                "sh",
                files);
    }

    /**
     * Reads the files, so that their pages fill the memory that a control group leaves for the page cache.
     *
     * @param group the memory group that is charged
     * @return whether this succeeded for every file
     */
    public static boolean fill(List<Path> files, Path group) throws IOException, InterruptedException {
        return each("echo $$ > \"$0/cgroup.procs\" && cat \"$@\" > /dev/null", group.toString(), files);
    }

    /** @param zero the script's parameter {@code $0}; the files follow */
    private static boolean each(String script, String zero, List<Path> files) throws IOException, InterruptedException {
        boolean succeeded = true;
        for (int from = 0; from < files.size(); from += BATCH) {
            List<String> command = new ArrayList<>(List.of("sh", "-c", script, zero));
            files.subList(from, Math.min(files.size(), from + BATCH)).forEach(file -> command.add(file.toString()));
            succeeded &= Shell.succeeds(command, PATIENCE);
        }
        return succeeded;
    }
}
