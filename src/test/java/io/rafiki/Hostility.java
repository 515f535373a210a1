package io.rafiki;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What may be wrong with a host, as the command, environment or JVM arguments that bring it about. */
@SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
enum Hostility {
    NOEXEC_TMP("-Djava.io.tmpdir=/tmp"),
    READ_ONLY_ROOT,
    NO_HOME,
    NO_LOCALE,
    ARABIC("-Duser.language=ar", "-Duser.country=EG"),
    OTHER_TIME_ZONE,
    SMALL_HEAP("-Xms256m", "-Xmx256m"),
    ONE_CORE("-XX:ActiveProcessorCount=1"),
    SECCOMP;

    private final List<String> jvmArguments;

    Hostility(String... jvmArguments) {
        this.jvmArguments = List.of(jvmArguments);
    }

    /** Arguments of the node's JVM. */
    List<String> jvmArguments() {
        return jvmArguments;
    }

    /** Skips the test where the machine cannot do it. */
    void require() {
        switch (this) {
            case NOEXEC_TMP, READ_ONLY_ROOT -> Machine.MOUNT_NAMESPACES.require();
            case ONE_CORE -> Machine.TASKSET.require();
            case SECCOMP -> Machine.SECCOMP.require();
            default -> {
                // any machine can
            }
        }
    }

    /** Changes the environment of the host. */
    void change(Map<String, String> environment) {
        switch (this) {
            case NO_HOME -> environment.remove("HOME");
            case NO_LOCALE -> environment.keySet().removeIf(name -> name.equals("LANG") || name.startsWith("LC_"));
            case ARABIC -> environment.put("LANG", "ar_EG.UTF-8");
            case OTHER_TIME_ZONE -> environment.put("TZ", "Pacific/Chatham");
            default -> {
                // not by the environment
            }
        }
    }

    /**
     * The words before the host's own command.
     *
     * @param folder stays writable
     */
    static List<String> command(List<Hostility> conditions, Path folder) {
        List<String> command = new ArrayList<>();
        if (conditions.contains(ONE_CORE)) {
            command.addAll(List.of("taskset", "-c", "0"));
        }
        List<String> mounts = new ArrayList<>();
        if (conditions.contains(NOEXEC_TMP)) {
            mounts.add("mount --rbind /tmp /tmp && mount -o remount,bind,noexec /tmp");
        }
        if (conditions.contains(READ_ONLY_ROOT)) {
            // the trainer notes there which processes it starts
            mounts.add("touch target/processes && mount --bind target/processes target/processes");
            mounts.add("mount -o remount,bind,ro /");
        }
        if (!mounts.isEmpty()) {
            // a mount of its own is not affected by those below
            command.addAll(Machine.unshared(
                    "mount --bind \"$1\" \"$1\" && " + String.join(" && ", mounts) + " && shift && exec \"$@\""));
            command.add(folder.toString());
        }
        if (conditions.contains(SECCOMP)) {
            command.addAll(Confined.command(folder));
        }
        return command;
    }
}
