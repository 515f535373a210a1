package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.operator.TunerConsole.Bean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose JMX and CQL use Cassandra's roles. The grants of docs/operate.md permit what the page states, and nothing else. */
class RolesIT {

    private static final String SUPERUSER = "cassandra";
    private static final Pattern GRANT = Pattern.compile("GRANT [A-Z, ]+ ON (MBEAN '[^']+'|rafiki\\.status) TO \\w+");

    @TempDir
    Path folder;

    @Test
    void theDocumentedGrantsAreSufficient() throws Exception {
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"), "mode: approve\njournal: " + folder.resolve("journal.jsonl") + "\n");
        Path login = Files.writeString(
                folder.resolve("jaas.config"),
                "CassandraLogin {\n  org.apache.cassandra.auth.CassandraLoginModule REQUIRED;\n};\n");
        try (RealNode node = RealNode.start(
                folder,
                Map.of("authenticator", "PasswordAuthenticator", "authorizer", "CassandraAuthorizer"),
                Map.of(JMXConnector.CREDENTIALS, new String[] {SUPERUSER, SUPERUSER}),
                "-Dcom.sun.management.jmxremote.authenticate=true",
                "-Dcassandra.jmx.remote.login.config=CassandraLogin",
                "-Dcassandra.jmx.authorizer=org.apache.cassandra.auth.jmx.AuthorizationProxy",
                "-Djava.security.auth.login.config=" + login,
                RealNode.agent(settings))) {
            node.awaitTuner();
            try (CqlSession superuser = node.session(SUPERUSER, SUPERUSER)) {
                for (String role : List.of("viewer", "operator", "nobody")) {
                    superuser.execute("CREATE ROLE " + role + " WITH PASSWORD = '" + role + "' AND LOGIN = true");
                }
                for (String grant : grants()) {
                    superuser.execute(grant);
                }
            }
            assertThatThrownBy(
                            () -> TunerConsole.connect("127.0.0.1", node.jmxPort(), JmxLogin.of("viewer", "a guess")))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessageContaining("JMX refused the login");
            assertThatThrownBy(() -> {
                        try (TunerConsole tuner = connect(node, "nobody")) {
                            tuner.get("Status");
                        }
                    })
                    .as("without a grant")
                    .hasMessageContaining("Access Denied");
            aViewerSeesAndDoesNothing(node);
            anOperatorActs(node);
            readsItsTable(node);
        }
    }

    private static void aViewerSeesAndDoesNothing(RealNode node) {
        try (TunerConsole tuner = connect(node, "viewer")) {
            assertThat(tuner.get("Status")).asString().startsWith("approve: ");
            assertThat(tuner.has(Bean.CLUSTER))
                    .as("what `rafiki ui` asks first")
                    .isFalse();
            assertThatThrownBy(() -> tuner.invoke("propose", new Object[0], new String[0]))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessageContaining("JMX does not allow this to this user");
        }
    }

    private static void anOperatorActs(RealNode node) throws IOException {
        try (TunerConsole tuner = connect(node, "operator")) {
            tuner.invoke("pause", new Object[] {"backup"}, new String[] {String.class.getName()});
            assertThat(node.log()).contains("pause backup (by operator)");
        }
    }

    private static void readsItsTable(RealNode node) {
        String select = "SELECT value FROM rafiki.status WHERE name = 'Mode'";
        try (CqlSession operator = node.session("operator", "operator");
                CqlSession viewer = node.session("viewer", "viewer")) {
            assertThat(operator.execute(select).one().getString(0)).isEqualTo("approve");
            assertThatThrownBy(() -> viewer.execute(select)).isInstanceOf(UnauthorizedException.class);
        }
    }

    private static TunerConsole connect(RealNode node, String role) {
        return TunerConsole.connect("127.0.0.1", node.jmxPort(), JmxLogin.of(role, role));
    }

    private static List<String> grants() throws IOException {
        List<String> grants = GRANT.matcher(Files.readString(Distribution.file("docs/operate.md")))
                .results()
                .map(found -> found.group())
                .toList();
        assertThat(grants).hasSize(3);
        return grants;
    }
}
