package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledCassandraTest {

    @TempDir
    private Path home;

    private Path conf;

    @BeforeEach
    void install() throws IOException {
        Path lib = Files.createDirectory(home.resolve("lib"));
        conf = Files.createDirectory(home.resolve("conf"));
        for (String jar : List.of("jamm-0.4.0.jar", "apache-cassandra-5.0.9.jar", "licenses.txt")) {
            Files.createFile(lib.resolve(jar));
        }
    }

    @Test
    void takesJarsSettingsAndOptionsButNeitherAddressesNorHeap() throws IOException {
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                "# theirs\ncompaction_throughput: 33MiB/s\nlisten_interface: eth0\nbroadcast_rpc_address:\nmemtable:\n  configurations: {}\n");
        Files.writeString(conf.resolve("jvm-server.options"), "# heap\n-Xms4G\n -Xmx4G\n-ea\n#-Dx=y\n");
        Files.writeString(conf.resolve("jvm17-server.options"), "-XX:+UseG1GC\n");

        LocalCassandra read = InstalledCassandra.read(home);

        assertThat(read.version()).isEqualTo("5.0.9");
        assertThat(read.jars().stream().map(jar -> jar.getFileName().toString()))
                .containsExactly("apache-cassandra-5.0.9.jar", "jamm-0.4.0.jar");
        assertThat(read.flags()).containsExactly("-ea", "-XX:+UseG1GC");
        assertThat(read.yaml())
                .isEqualTo(Map.of("compaction_throughput", "33MiB/s", "memtable", Map.of("configurations", Map.of())));
        assertThat(read.origin()).isEqualTo("home:" + home);
    }

    @Test
    void doesWithoutConfiguration() throws IOException {
        Files.delete(conf);
        LocalCassandra read = InstalledCassandra.read(home);
        assertThat(read.yaml()).isEmpty();
        assertThat(read.flags()).isEqualTo(JvmFlags.all());
    }

    @Test
    void whatIsNoDistributionOrNoSettingsIsOneLine() throws IOException {
        Files.writeString(conf.resolve("cassandra.yaml"), "- a list\n");
        assertThatThrownBy(() -> InstalledCassandra.read(home))
                .isInstanceOf(DatastoreException.class)
                .hasMessageStartingWith(conf.resolve("cassandra.yaml") + ": expected Cassandra's settings, found ");
        Files.delete(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        assertThatThrownBy(() -> InstalledCassandra.read(home))
                .isInstanceOf(DatastoreException.class)
                .hasMessage("home:" + home
                        + ": expected an installed Cassandra with apache-cassandra-VERSION.jar in its lib folder, found none."
                        + " Give its CASSANDRA_HOME.");
        assertThatThrownBy(() -> InstalledCassandra.read(home.resolve("nowhere")))
                .isInstanceOf(DatastoreException.class);
    }
}
