package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.JmxLogin.Credentials;
import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class JmxOptionsTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of("RAFIKI_JMX_USERNAME", "monitor", "RAFIKI_JMX_PASSWORD", "known");

    @TempDir
    private Path folder;

    private Path file;

    @Command
    private static final class Trials {

        @Mixin
        private DatastoreOption where;
    }

    @BeforeEach
    void passwordFile() throws IOException {
        file = Files.writeString(folder.resolve("login"), "# users\n\noperator\tact\nmonitor   see\n");
    }

    @Test
    void withoutOptionsAndVariablesThereIsNoLogin() throws Exception {
        assertThat(login(Map.of())).isEqualTo(JmxLogin.NONE);
    }

    @Test
    void theFileComesBeforeTheOptionAndTheOptionBeforeTheVariable() throws Exception {
        assertThat(login(ENVIRONMENT).credentials()).contains(new Credentials("monitor", "known"));
        assertThat(login(ENVIRONMENT, "-pw", "typed").credentials()).contains(new Credentials("monitor", "typed"));
        assertThat(login(ENVIRONMENT, "-pwf", file.toString(), "-pw", "typed").credentials())
                .contains(new Credentials("monitor", "see"));
        assertThat(login(ENVIRONMENT, "-u", "operator", "-pwf", file.toString()).credentials())
                .contains(new Credentials("operator", "act"));
    }

    @Test
    void anIncompleteLoginIsReportedWithoutTerminal() {
        assertThatThrownBy(() -> login(Map.of(), "-u", "operator"))
                .isInstanceOf(DatastoreException.class)
                .hasMessageContaining("RAFIKI_JMX_PASSWORD");
        assertThatThrownBy(() -> login(Map.of(), "-pwf", file.toString()))
                .isInstanceOf(DatastoreException.class)
                .hasMessageContaining("-u USER");
        assertThatThrownBy(() -> login(ENVIRONMENT, "-u", "nobody", "-pwf", file.toString()))
                .isInstanceOf(DatastoreException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(
                        () -> login(ENVIRONMENT, "-pwf", folder.resolve("none").toString()))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aPasswordFileThatIsNotUtf8IsNamed() throws Exception {
        Files.write(file, new byte[] {'m', ' ', (byte) 0xfc, '\n'});
        assertThatThrownBy(() -> login(ENVIRONMENT, "-pwf", file.toString()))
                .isInstanceOf(DatastoreException.class)
                .hasMessage(file + ": expected UTF-8 text, found other bytes. Save the file as UTF-8.");
    }

    @Test
    void noTextContainsThePassword() throws Exception {
        assertThat(login(ENVIRONMENT).toString()).contains("monitor").doesNotContain("known");
    }

    @Test
    void aRemoteDatastoreTakesTheSameLogin() {
        Trials trials = new Trials();
        new CommandLine(trials).parseArgs("--datastore", "remote:db1", "-u", "operator", "-pwf", file.toString());
        assertThat(trials.where.datastore())
                .isEqualTo(new Datastore.Remote("db1", 9042, 7199).with(JmxLogin.of("operator", "act")));
        new CommandLine(trials).parseArgs("--datastore", "remote:db1", "-u", "nobody", "-pwf", file.toString());
        assertThatThrownBy(() -> trials.where.datastore()).isInstanceOf(ParameterException.class);
    }

    private static JmxLogin login(Map<String, String> environment, String... arguments) throws IOException {
        return CommandLine.populateCommand(new JmxOptions(), arguments).login(environment::get, null);
    }
}
