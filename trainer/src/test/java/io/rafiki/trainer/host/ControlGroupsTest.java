package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rafiki.trainer.host.ControlGroups.Resource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Version 2 against a folder that behaves as the kernel documents it (cgroup-v2): a new group has its files, others cannot be made,
 * {@code memory.*} only where the parent passes the controller on; a group with a process in it cannot be removed.
 */
class ControlGroupsTest {

    private static final RequestedLimits MEMORY = RequestedLimits.NONE.withMemory(64);

    @TempDir
    private Path folder;

    private Path root;
    private ProcessLedger ledger;

    @BeforeEach
    void mount() throws IOException {
        root = Files.createDirectory(folder.resolve("cgroup"));
        Files.writeString(root.resolve("cgroup.controllers"), "cpu io memory pids\n");
        Files.writeString(root.resolve("cgroup.subtree_control"), "cpu pids\n");
        ledger = new ProcessLedger(folder.resolve("started"));
    }

    @Test
    void passesTheControllerOnLimitsTheGroupAndKeepsItFromSwap() throws Exception {
        Unified kernel = new Unified(root, true);
        try (NodeGroup group = NodeGroup.make(folder, MEMORY, ledger, kernel)) {
            assertThat(group.limits())
                    .isEqualTo(new NodeLimits(
                            new AppliedLimit(Optional.of(64), "cgroup v2"),
                            AppliedLimit.NONE,
                            AppliedLimit.NONE,
                            AppliedLimit.NONE));
            Path made = kernel.made.get(0);
            assertThat(made).hasParent(root).isDirectory();
            assertThat(Files.readString(root.resolve("cgroup.subtree_control"))).startsWith("+memory");
            assertThat(Files.readString(made.resolve("memory.max"))).isEqualTo("67108864");
            assertThat(Files.readString(made.resolve("memory.swap.max"))).startsWith("0");
            assertThat(Files.readString(folder.resolve("started"))).isEqualTo("group " + made + "\n");
        }
        assertThat(kernel.made.get(0)).doesNotExist();
    }

    @Test
    void limitsReadsFromTheFoldersDiskInTheSameGroup() throws Exception {
        String disk;
        try {
            disk = Disk.of(folder).number();
        } catch (DatastoreException noDisk) {
            abort(noDisk.getMessage());
            return;
        }
        Unified kernel = new Unified(root, true);
        try (NodeGroup group = NodeGroup.make(folder, MEMORY.withReads(3000), ledger, kernel)) {
            assertThat(group.limits().reads()).isEqualTo(new AppliedLimit(Optional.of(3000), "cgroup v2"));
            assertThat(kernel.made).hasSize(1);
            assertThat(Files.readString(kernel.made.get(0).resolve("io.max"))).isEqualTo(disk + " riops=3000");
        }
    }

    @Test
    void limitsTheProcessorTimeInTheSameGroup() throws Exception {
        Unified kernel = new Unified(root, true);
        try (NodeGroup group = NodeGroup.make(folder, MEMORY.withCpu(20), ledger, kernel)) {
            assertThat(group.limits().cpu()).isEqualTo(new AppliedLimit(Optional.of(20), "cgroup v2"));
            assertThat(kernel.made).hasSize(1);
            assertThat(Files.readString(kernel.made.get(0).resolve("cpu.max"))).isEqualTo("2000 10000");
        }
    }

    @Test
    void doesWithoutSwapWhereTheKernelDoesNotAccountForIt() throws Exception {
        try (NodeGroup group = NodeGroup.make(folder, MEMORY, ledger, new Unified(root, false))) {
            assertThat(group.limits().memory().amount()).contains(64);
        }
    }

    @Test
    void aProcessHasJoinedBeforeItsProgramStartsAndTheGroupOutlivesIt() throws Exception {
        Unified kernel = new Unified(root, true);
        NodeGroup group = NodeGroup.make(folder, MEMORY, ledger, kernel);
        Process cat = new ProcessBuilder(group.joined(List.of("cat"))).start();
        try (var input = cat.getOutputStream()) {
            input.write("it runs\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            input.flush();
            assertThat(cat.inputReader().readLine()).isEqualTo("it runs");
            assertThat(Files.readString(kernel.made.get(0).resolve("cgroup.procs")))
                    .isEqualTo(cat.pid() + "\n");
        }
        assertThat(cat.waitFor(10, TimeUnit.SECONDS)).isTrue();
        group.close();
        assertThat(kernel.made.get(0)).doesNotExist();
    }

    @Test
    void reportsThatAReadOnlyHierarchySetsNoLimit() throws IOException {
        ControlGroups closed = new ControlGroups(root) {
            @Override
            void create(Path group) throws IOException {
                throw new AccessDeniedException(group.toString());
            }
        };
        try (NodeGroup group = NodeGroup.make(folder, MEMORY, ledger, closed)) {
            assertThat(group.limits().memory().amount()).isEmpty();
            assertThat(group.limits().memory().kind())
                    .startsWith("none: expected to write the control group " + root)
                    .endsWith("Run as root, or where control groups may be written.");
            assertThat(group.joined(List.of("ls"))).containsExactly("sh", "-c", "exec \"$@\"", "sh", "ls");
        }
    }

    @Test
    void theFirstVersionIsTakenWhereBothAreMounted() throws IOException {
        Files.createDirectory(root.resolve("memory"));
        ControlGroups hybrid = new ControlGroups(root);
        assertThat(hybrid.version()).isEqualTo("v1");
        assertThat(hybrid.folder(Resource.MEMORY, "g")).isEqualTo(root.resolve("memory/g"));
        assertThat(hybrid.folder(Resource.DISK, "g")).isEqualTo(root.resolve("blkio/g"));
    }

    @Test
    void aGroupThatANodeSharesWithThisProcessHasNoPageCacheOfTheNode() throws IOException {
        Path processes = folder.resolve("proc");
        join(processes, "self", "session");
        join(processes, "12", "session");
        join(processes, "13", "rafiki-1");
        join(processes, "14", "");
        ControlGroups groups = new ControlGroups(root, processes);
        assertThat(groups.pageCache(12)).isEmpty();
        assertThat(groups.memoryGroup(12)).isEmpty();
        assertThat(groups.pageCache(13)).hasValue(8192);
        assertThat(groups.memoryGroup(13)).contains(root.resolve("rafiki-1"));
        assertThat(groups.memoryGroup(14)).isEmpty();
        assertThat(groups.memoryGroup(15)).isEmpty();
    }

    private void join(Path processes, String process, String group) throws IOException {
        Files.writeString(Files.createDirectories(processes.resolve(process)).resolve("cgroup"), "0::/" + group + "\n");
        Files.writeString(
                Files.createDirectories(root.resolve(group)).resolve("memory.stat"), "anon 4096\nfile 8192\n");
    }

    @Test
    void aControllerIsNotEnabledBecauseAnotherContainsItsName() throws IOException {
        Files.writeString(root.resolve("cgroup.subtree_control"), "cpuset pids\n");
        Unified kernel = new Unified(root, true);
        kernel.make(Resource.CPU, kernel.folder(Resource.CPU, "g"));
        assertThat(Files.readString(root.resolve("cgroup.subtree_control"))).startsWith("+cpu");
    }

    /** The kernel's side of version 2. */
    private static final class Unified extends ControlGroups {

        final List<Path> made = new java.util.ArrayList<>();
        private final Path root;
        private final boolean swap;

        Unified(Path root, boolean swap) {
            super(root);
            this.root = root;
            this.swap = swap;
        }

        @Override
        void create(Path group) throws IOException {
            Files.createDirectory(group);
            made.add(group);
            Files.writeString(group.resolve("cgroup.procs"), "");
            Files.writeString(group.resolve("io.max"), "");
            Files.writeString(group.resolve("cpu.max"), "max 100000");
            if (Files.readString(root.resolve("cgroup.subtree_control")).contains("memory")) {
                Files.writeString(group.resolve("memory.max"), "max\n");
                if (swap) {
                    Files.writeString(group.resolve("memory.swap.max"), "max\n");
                }
            }
        }

        @Override
        void delete(Path group) throws IOException {
            for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
                if (ProcessHandle.of(Long.parseLong(pid)).isPresent()) {
                    throw new FileSystemException(group.toString(), null, "Device or resource busy");
                }
            }
            FileTrees.delete(group);
        }
    }
}
