package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher builds in a checkout whose {@code mvn} and {@code java} are short scripts. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherBuildTest {

    @TempDir
    private Path checkout;

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void makeCheckout() throws Exception {
        ScriptProcess.assumeRuns("flock", "--version");
        Files.copy(Path.of("../rafiki"), checkout.resolve("rafiki"));
        Files.createFile(checkout.resolve("pom.xml"));
        script("jdk/bin/java", "echo ran");
    }

    @AfterEach
    void endCommands() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    /** Maven copies jars and deletes none. */
    @Test
    void aBuildStartsWithoutTheJarsOfTheLastOne() throws Exception {
        script("bin/mvn", "touch target/rafiki-1.tar.gz");
        Path copied = file("core/target/lib/json-1.jar");
        Path assembled = file("target/rafiki-1/lib/core/json-1.jar");
        Path settings = file("target/rafiki-1/conf/own.yaml");
        assertThat(start("first").waitFor()).isZero();
        assertThat(copied).doesNotExist();
        assertThat(assembled).doesNotExist();
        assertThat(settings).exists();
        assertThat(checkout.resolve("first.out")).hasContent("ran");
    }

    @Test
    void afterAFailedBuildTheWaitingCommandsBuildOneAfterTheOther() throws Exception {
        script("bin/mvn", "mkdir target/building || touch target/overlap\nsleep 0.3\nrmdir target/building\nexit 1");
        for (Process command : List.of(start("first"), start("second"), start("third"))) {
            assertThat(command.waitFor()).isEqualTo(2);
        }
        assertThat(checkout.resolve("target/overlap")).doesNotExist();
    }

    @Test
    void aPartOfTheArchiveOfAFailedBuildIsNoBuild() throws Exception {
        script("bin/mvn", "touch target/rafiki-1.tar.gz\nexit 1");
        assertThat(start("first").waitFor()).isEqualTo(2);
        assertThat(start("second").waitFor()).isEqualTo(2);
        assertThat(errors("second")).contains("building");
    }

    @Test
    void aSourceThatChangesDuringABuildIsBuiltByTheNextCommand() throws Exception {
        file("core/src/A.java");
        script("bin/mvn", "sleep 0.1\ntouch core/src/A.java\nsleep 0.1\ntouch target/rafiki-1.tar.gz");
        assertThat(start("first").waitFor()).isZero();
        assertThat(start("second").waitFor()).isZero();
        assertThat(errors("second")).contains("building");
    }

    @Test
    void anInterruptedBuildLeavesNoArchive() throws Exception {
        script(
                "bin/mvn",
                "touch target/rafiki-1.tar.gz\ntouch target/begun\nwhile [ ! -e target/end ]; do sleep 0.1; done");
        Process command = start("first");
        await().until(() -> Files.exists(checkout.resolve("target/begun")));
        command.destroy();
        file("target/end");
        assertThat(command.waitFor()).isEqualTo(130);
        assertThat(checkout.resolve("target/rafiki-1.tar.gz")).doesNotExist();
    }

    @Test
    void theBuildOfAnotherUserRuns() throws Exception {
        lockWithoutTheRightToWrite();
        file("target/rafiki-1.tar.gz");
        assertThat(start("first").waitFor()).isZero();
        assertThat(checkout.resolve("first.out")).hasContent("ran");
    }

    @Test
    void aBuildInTheFolderOfAnotherUserNamesTheOwner() throws Exception {
        String owner = Files.getOwner(lockWithoutTheRightToWrite()).getName();
        script("bin/mvn", "touch target/begun");
        assertThat(start("first").waitFor()).isEqualTo(2);
        assertThat(errors("first")).contains("found that it belongs to " + owner + ".");
        assertThat(checkout.resolve("target/begun")).doesNotExist();
    }

    private Path lockWithoutTheRightToWrite() throws IOException {
        Path lock = file("target/.in-use");
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("r--r--r--"));
        assumeFalse(Files.isWritable(lock), "root can write to each file");
        return lock;
    }

    @Test
    void aCommandDuringABuildWaitsForItAndSaysSo() throws Exception {
        Files.setLastModifiedTime(file("target/rafiki-1.tar.gz"), FileTime.from(Instant.EPOCH));
        script(
                "bin/mvn",
                "touch target/begun\nwhile [ ! -e target/end ]; do sleep 0.1; done\ntouch target/rafiki-1.tar.gz");
        Process first = start("first");
        await().until(() -> Files.exists(checkout.resolve("target/begun")));
        Process second = start("second");
        await().until(() -> errors("second").contains("waits for the build"));
        file("target/end");
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(errors("second")).doesNotContain("what was built before");
        assertThat(checkout.resolve("second.out")).hasContent("ran");
    }

    @Test
    void duringAnotherCommandTheFormerBuildRuns() throws Exception {
        script("bin/mvn", "touch target/rafiki-1.tar.gz");
        script("jdk/bin/java", "touch target/running\nwhile [ ! -e target/end ]; do sleep 0.1; done\necho ran");
        Process first = start("first");
        await().until(() -> Files.exists(checkout.resolve("target/running")));
        Files.setLastModifiedTime(checkout.resolve("target/rafiki-1.tar.gz"), FileTime.from(Instant.EPOCH));
        Process second = start("second");
        await().until(() -> errors("second").contains("what was built before"));
        file("target/end");
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(errors("second")).doesNotContain("building");
        assertThat(checkout.resolve("second.out")).hasContent("ran");
    }

    private String errors(String command) throws IOException {
        return Files.readString(checkout.resolve(command + ".err"));
    }

    private Process start(String name) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", checkout.resolve("rafiki").toString(), "status")
                .directory(checkout.toFile())
                .redirectOutput(checkout.resolve(name + ".out").toFile())
                .redirectError(checkout.resolve(name + ".err").toFile());
        builder.environment().put("JAVA_HOME", checkout.resolve("jdk").toString());
        String bin = checkout.resolve("bin").toString();
        builder.environment().merge("PATH", bin, (path, first) -> first + File.pathSeparator + path);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path file(String name) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    private void script(String name, String body) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
