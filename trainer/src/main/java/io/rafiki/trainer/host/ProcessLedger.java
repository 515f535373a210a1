package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file that records what a run started. The next run can then end what a killed run left, and nothing else.
 *
 * <p>A line is {@code process PID START BOOT}, {@code group PATH}, {@code container NAME}, {@code setting VALUE BOOT FILE} or {@code restored FILE}. A process
 * belongs to the run only if its id, its start in kernel ticks since boot, and the boot id agree, because process ids repeat and clocks
 * change.
 */
public final class ProcessLedger {

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /** Index of the start time among the fields after the name in {@code /proc/PID/stat} (proc(5): field 22 of the line). */
    private static final int START = 19;

    /** The longest wait for the end of work or of a killed process. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long POLL_MILLIS = 20;

    /** Removes containers. */
    @FunctionalInterface
    interface Containers {
        /** Removes the container of that name. */
        ContainerEngine.Removal remove(String name) throws IOException;
    }

    private final Path file;
    private final Containers containers;
    private final ControlGroups groups;

    public ProcessLedger(Path file) {
        this(file, ContainerEngine::remove, ControlGroups.mounted());
    }

    ProcessLedger(Path file, Containers containers, ControlGroups groups) {
        this.file = file;
        this.containers = containers;
        this.groups = groups;
    }

    /** Records a newly started process. */
    public void started(Process process) throws IOException {
        OptionalLong start = start(process.pid());
        if (start.isPresent()) {
            append("process " + process.pid() + " " + start.getAsLong() + " " + boot());
        }
    }

    /** Records a newly created control group. */
    public void made(Path group) throws IOException {
        append("group " + group);
    }

    /** Records a kernel setting before its change. A restart of the machine restores it. */
    void changed(Path setting, String value) throws IOException {
        append("setting " + value + " " + boot() + " " + setting);
    }

    /** Records that a kernel setting has its former value again. */
    void restored(Path setting) throws IOException {
        append("restored " + setting);
    }

    /** Records a container before its start. */
    public void container(String name) throws IOException {
        append("container " + name);
    }

    /**
     * Kills the processes, removes the containers and control groups, and restores the settings of an earlier run, then clears the
     * records. A process in a recorded group is killed even if the run died before it recorded the process.
     *
     * @return one line for each item that was ended
     * @throws IOException with one line, if a process cannot be ended, a container or control group removed or a setting restored; its record
     *     stays in that case
     */
    public List<String> clean() throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        Map<String, String> left = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return ended;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            if (words.length == 4 && words[0].equals("process") && words[3].equals(boot())) {
                end(Long.parseLong(words[1]), Long.parseLong(words[2]), ended);
            }
            if (words.length == 2 && words[0].equals("container")) {
                switch (containers.remove(words[1])) {
                    case REMOVED -> ended.add(line);
                    case NO_ENGINE ->
                        left.put(
                                line,
                                "expected a Docker engine that removes it, found none. Start the engine, or delete "
                                        + file + " if the container has ended.");
                    case ABSENT -> {}
                }
            }
        }
        for (String line : lines) {
            if (line.startsWith("group ")) {
                Path group = Path.of(line.substring("group ".length()));
                groups.kill(group);
                if (groups.remove(group)) {
                    ended.add(line);
                }
                List<Long> running = groups.processes(group);
                if (!running.isEmpty()) {
                    throw cannotEnd(running.get(0));
                }
                if (Files.exists(group)) {
                    left.put(line, "expected that it can be removed, found its folder. Run as root, or remove it.");
                }
            }
        }
        restore(lines, ended);
        if (!left.isEmpty()) {
            Files.write(file, left.keySet());
            Map.Entry<String, String> first = left.entrySet().iterator().next();
            throw new IOException(first.getKey() + ", which an earlier run left: " + first.getValue());
        }
        Files.delete(file);
        return ended;
    }

    /** Whether no records are left, so the next run has nothing to end. */
    public boolean isEmpty() {
        return !Files.exists(file);
    }

    private static void restore(List<String> lines, List<String> ended) throws IOException {
        Map<Path, String> settings = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", 4);
            if (words.length == 4 && words[0].equals("setting") && words[2].equals(boot())) {
                settings.putIfAbsent(Path.of(words[3]), words[1]);
            } else if (line.startsWith("restored ")) {
                settings.remove(Path.of(line.substring("restored ".length())));
            }
        }
        for (Map.Entry<Path, String> setting : settings.entrySet()) {
            if (Files.exists(setting.getKey()) && restore(setting.getKey(), setting.getValue())) {
                ended.add("setting " + setting.getKey());
            }
        }
    }

    /** Whether the setting had another value. */
    private static boolean restore(Path setting, String value) throws IOException {
        try {
            boolean other = !Files.readString(setting).strip().equals(value);
            if (other) {
                Files.writeString(setting, value);
            }
            return other;
        } catch (IOException refused) {
            throw new IOException(
                    setting + ", which an earlier run changed: expected to restore " + value + ", found " + refused
                            + ". Run as root.",
                    refused);
        }
    }

    private static IOException cannotEnd(long pid) {
        return new IOException("process " + pid + ", which an earlier run left: expected that it can be ended, found it"
                + " running. It would disturb what is measured: end it by hand.");
    }

    private static void end(long pid, long start, List<String> ended) throws IOException, InterruptedException {
        Optional<ProcessHandle> found = ProcessHandle.of(pid);
        OptionalLong present = start(pid);
        if (found.isEmpty() || present.isEmpty() || present.getAsLong() != start) {
            return;
        }
        ProcessHandle process = found.get();
        process.destroyForcibly();
        if (!hasEnded(process)) {
            throw cannotEnd(pid);
        }
        ended.add("process " + pid);
    }

    /** Waits for the end of a process, at most {@link #PATIENCE}. Returns whether it ended. A zombie has ended. */
    static boolean hasEnded(ProcessHandle process) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        // ProcessHandle.onExit would wait until the parent reaps the process, and some parents never do
        while (process.isAlive() && start(process.pid()).isPresent()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** The start of the process in kernel ticks since boot; empty if there is no such process or it is a zombie. */
    private static OptionalLong start(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean hasEnded = afterName[0].equals("Z") || afterName[0].equals("X");
            return hasEnded ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(afterName[START]));
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
