package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A file that names what a run has started, so that the next run finds what a killed one left behind, and only that.
 *
 * <p>A line is {@code process PID START} (start as milliseconds since the epoch) or {@code group PATH}. A process is ours only if
 * both its id and its start instant agree: ids are used again.
 */
public final class ProcessLedger {

    /** The kernel counts starts in hundredths of a second since boot; the clock may have been set meanwhile. */
    private static final long TOLERANCE_MILLIS = 2_000;

    private final Path file;

    public ProcessLedger(Path file) {
        this.file = file;
    }

    /** Remembers a process that has just been started. */
    public void started(Process process) throws IOException {
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        append("process " + process.pid() + " " + start);
    }

    /** Remembers a memory group that has just been made. */
    public void made(Path group) throws IOException {
        append("group " + group);
    }

    /**
     * Kills the processes and removes the memory groups that an earlier run left, then forgets them.
     *
     * @return what was ended, a line each
     */
    public List<String> clean() throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        if (!Files.exists(file)) {
            return ended;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[0].equals("process")) {
                end(Long.parseLong(words[1]), Long.parseLong(words[2]), ended);
            }
        }
        for (String line : lines) {
            if (line.startsWith("group ")
                    && ControlGroups.mounted().remove(Path.of(line.substring("group ".length())))) {
                ended.add(line);
            }
        }
        Files.delete(file);
        return ended;
    }

    private static void end(long pid, long start, List<String> ended) throws InterruptedException {
        Optional<ProcessHandle> found = ProcessHandle.of(pid).filter(process -> isSame(process, start));
        if (found.isEmpty()) {
            return;
        }
        ProcessHandle process = found.get();
        process.destroyForcibly();
        try {
            process.onExit().get(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException stubborn) {
            ended.add("process " + pid + " (did not end: " + stubborn + ")");
            return;
        }
        ended.add("process " + pid);
    }

    private static boolean isSame(ProcessHandle process, long start) {
        return process.info()
                .startInstant()
                .map(instant -> Math.abs(instant.toEpochMilli() - start) <= TOLERANCE_MILLIS)
                .orElse(false);
    }

    private void append(String line) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
