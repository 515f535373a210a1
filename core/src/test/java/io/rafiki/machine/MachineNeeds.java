package io.rafiki.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Looks whether the machine has what a test needs. Where it has not, the test is skipped with a line that says what is absent. */
public final class MachineNeeds {

    private MachineNeeds() {}

    /** The folder on a file system other than the given one's. */
    public static Path secondFileSystem(Path folder) throws IOException {
        Path memory = Path.of("/dev/shm");
        if (!Files.isWritable(memory) || Files.getFileStore(memory).equals(Files.getFileStore(folder))) {
            skip("second file system at /dev/shm");
        }
        return memory;
    }

    /**
     * A command in a mount namespace of its own, where a small file system in memory lies over the folder. It ends with the command.
     *
     * @param size such as {@code 48k}
     */
    public static List<String> onSmallDisk(Path folder, String size, List<String> command)
            throws IOException, InterruptedException {
        List<String> mounted = mounted(folder, size, List.of("true"));
        if (new ProcessBuilder(mounted)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                != 0) {
            skip("mount namespace: `" + String.join(" ", mounted) + "` fails");
        }
        return mounted(folder, size, command);
    }

    private static List<String> mounted(Path folder, String size, List<String> command) {
        boolean root = "root".equals(System.getProperty("user.name"));
        List<String> all = new ArrayList<>(List.of(
                "unshare",
                root ? "-m" : "-Urm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=" + size + " none \"$1\" && shift && exec \"$@\"",
                "sh",
                folder.toString()));
        all.addAll(command);
        return all;
    }

    private static void skip(String absent) {
        String line = "SKIPPED: this machine has no " + absent;
        System.out.println(line);
        Assumptions.abort(line);
    }
}
