package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsStoresTest {

    private static final String KEY_STORE = "javax.net.ssl.keyStore";

    @TempDir
    private Path folder;

    @Test
    void systemPropertiesComeBeforeVariablesAndVariablesBeforeTheFile() throws Exception {
        Path file = Files.writeString(
                folder.resolve("nodetool-ssl.properties"),
                """
                # as nodetool --ssl reads it
                -Djavax.net.ssl.keyStore=/file -Djavax.net.ssl.keyStorePassword=file
                javax.net.ssl.trustStorePassword=file
                """);
        assertThat(TlsStores.read(file, name -> null, name -> null).properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        KEY_STORE,
                        "/file",
                        KEY_STORE + "Password",
                        "file",
                        "javax.net.ssl.trustStorePassword",
                        "file"));
        Map<String, String> variables = Map.of("RAFIKI_JMX_KEYSTORE_PASSWORD", "variable");
        Map<String, String> system = Map.of(KEY_STORE, "/system");
        TlsStores stores = TlsStores.read(file, system::get, variables::get);
        assertThat(stores.properties())
                .containsEntry(KEY_STORE, "/system")
                .containsEntry(KEY_STORE + "Password", "variable");
        assertThat(stores.toString()).doesNotContain("variable");
    }

    @Test
    void theFileIsOptional() throws Exception {
        assertThat(TlsStores.read(folder.resolve("none"), name -> null, name -> null)
                        .properties())
                .isEmpty();
    }

    @Test
    void aFileThatIsNotUtf8IsNamed() throws Exception {
        Path file = Files.write(folder.resolve("ssl"), new byte[] {'-', 'D', 'a', '=', (byte) 0xfc});
        assertThatThrownBy(() -> TlsStores.read(file, name -> null, name -> null))
                .isInstanceOf(DatastoreException.class)
                .hasMessage(file + ": expected UTF-8 text, found other bytes. Save the file as UTF-8.");
    }

    @Test
    void anotherWordIsReportedWithItsLineAndNotQuoted() throws Exception {
        Path file = Files.writeString(folder.resolve("ssl"), "\n-Djavax.net.ssl.keyStorePassword secret\n");
        assertThatThrownBy(() -> TlsStores.read(file, name -> null, name -> null))
                .isInstanceOf(DatastoreException.class)
                .hasMessageStartingWith(file + ":2: ")
                .hasMessageNotContaining("secret");
    }
}
