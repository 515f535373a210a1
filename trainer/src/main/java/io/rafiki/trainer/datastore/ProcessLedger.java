package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A file that names what a run has started, so that the next run finds what a killed one left behind, and only that.
 *
 * <p>A line is {@code process PID START BOOT}, {@code group PATH} or {@code container NAME}. A process is ours only if its id, its start in
 * the kernel's ticks since the boot, and the boot agree: ids are used again, and clocks are set.
 */
public final class ProcessLedger {

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** Of the fields behind the name in {@code /proc/PID/stat} the one that holds the start (proc(5): field 22 of all). */
    private static final int START = 19;

    private final Path file;

    public ProcessLedger(Path file) {
        this.file = file;
    }

    /** Remembers a process that has just been started. */
    public void started(Process process) throws IOException {
        OptionalLong start = start(process.pid());
        if (start.isPresent()) {
            append("process " + process.pid() + " " + start.getAsLong() + " " + boot());
        }
    }

    /** Remembers a control group that has just been made. */
    public void made(Path group) throws IOException {
        append("group " + group);
    }

    /** Remembers a container that is about to be started. */
    void container(String name) throws IOException {
        append("container " + name);
    }

    /**
     * Kills the processes and removes the containers and the control groups that an earlier run left, then forgets them. A process that is in
     * a group counts even if the run died before it could write it down.
     *
     * @return what was ended, a line each
     * @throws IOException with one line, if a process cannot be ended; nothing is forgotten then
     */
    public List<String> clean() throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        if (!Files.exists(file)) {
            return ended;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words.length == 4 && words[0].equals("process") && words[3].equals(boot())) {
                end(Long.parseLong(words[1]), Long.parseLong(words[2]), ended);
            }
            if (words.length == 2 && words[0].equals("container") && Container.remove(words[1])) {
                ended.add(line);
            }
        }
        ControlGroups groups = ControlGroups.mounted();
        for (String line : lines) {
            if (line.startsWith("group ")) {
                Path group = Path.of(line.substring("group ".length()));
                groups.kill(group);
                if (groups.remove(group)) {
                    ended.add(line);
                }
                List<Long> left = groups.processes(group);
                if (!left.isEmpty()) {
                    throw stubborn(left.get(0), null);
                }
            }
        }
        Files.delete(file);
        return ended;
    }

    private static IOException stubborn(long pid, Exception cause) {
        return new IOException(
                "process " + pid + ", which an earlier run left: expected that it can be ended, found it"
                        + " running. It would disturb what is measured: end it by hand.",
                cause);
    }

    private static void end(long pid, long start, List<String> ended) throws IOException, InterruptedException {
        Optional<ProcessHandle> found = ProcessHandle.of(pid);
        OptionalLong present = start(pid);
        if (found.isEmpty() || present.isEmpty() || present.getAsLong() != start) {
            return;
        }
        ProcessHandle process = found.get();
        process.destroyForcibly();
        try {
            process.onExit().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException stubborn) {
            throw stubborn(pid, stubborn);
        }
        ended.add("process " + pid);
    }

    /** When the process started, in the kernel's ticks since the boot; empty if there is none. */
    private static OptionalLong start(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return OptionalLong.of(
                    Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START]));
        } catch (IOException ended) {
            return OptionalLong.empty();
        }
    }

    private static String boot() throws IOException {
        return Files.readString(BOOT).strip();
    }

    private void append(String line) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
