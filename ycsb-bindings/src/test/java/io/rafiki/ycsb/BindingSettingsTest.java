package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingSettingsTest {

    private final Properties properties = new Properties();

    @Test
    void everyPropertyHasADefault() {
        BindingSettings settings = BindingSettings.of(properties);

        assertThat(settings.contactPoints()).hasToString("[/127.0.0.1:9042]");
        assertThat(settings.consistency()).isEqualTo(ConsistencyLevel.LOCAL_ONE);
        assertThat(settings.columns()).hasSize(10).startsWith("field0");
        assertThat(settings.loading()).isFalse();
        assertThat(settings.insertsInFlight()).isZero();
        assertThat(settings.series()).isEmpty();
    }

    @Test
    void readsSeveralContactPoints() {
        properties.setProperty("cassandra.contactpoints", "127.0.0.1:21042, 127.0.0.2");

        assertThat(BindingSettings.of(properties).contactPoints()).hasToString("[/127.0.0.1:21042, /127.0.0.2:9042]");
    }

    /** A plan permits 10,000 client threads, which share the connection to a node. The driver permits fewer than 32,768 requests on it. */
    @Test
    void aConnectionHasRoomForTheRequestsOfAllClients() {
        try (DriverConfigLoader loader = DriverConfiguration.loader(BindingSettings.of(properties))) {
            DriverExecutionProfile profile = loader.getInitialConfig().getDefaultProfile();
            assertThat(profile.getInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS))
                    .isGreaterThan(DriverConfiguration.MAX_INSERTS)
                    .isLessThan(32_768);
            assertThat(DriverConfiguration.MAX_INSERTS).isGreaterThan(10_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cassandra.contactpoints,127.0.0.1:,host:port",
        "cassandra.contactpoints,127.0.0.1:99999,host:port",
        "cassandra.keyspace,x;y,a CQL identifier",
        "cassandra.create,yes,true or false",
        "cassandra.load.inflight,-1,0..32000",
        "cassandra.load.inflight,32001,0..32000",
        "fieldcount,0,1..1000",
        "cassandra.request.timeout.ms,soon,a whole number"
    })
    void refusesABadValueInOneLine(String property, String value, String expected) {
        properties.setProperty(property, value);
        assertThatThrownBy(() -> BindingSettings.of(properties))
                .hasMessageStartingWith(property + ": expected ")
                .hasMessageContaining(expected)
                .hasMessageContaining(value)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void createsTheTableWithACompactionGivenAsJson() {
        properties.setProperty("fieldcount", "2");
        properties.setProperty(
                "cassandra.compaction", "{\"class\":\"LeveledCompactionStrategy\",\"sstable_size_in_mb\":64}");

        assertThat(TableSchema.createTable(BindingSettings.of(properties)))
                .isEqualTo("CREATE TABLE IF NOT EXISTS ycsb.usertable (y_id text PRIMARY KEY, field0 blob, field1 blob)"
                        + " WITH compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '64'}");
    }

    @Test
    void createsTheTableWithAComment() {
        properties.setProperty("fieldcount", "1");
        properties.setProperty("cassandra.comment", "it's ours");
        assertThat(TableSchema.createTable(BindingSettings.of(properties)))
                .isEqualTo("CREATE TABLE IF NOT EXISTS ycsb.usertable (y_id text PRIMARY KEY, field0 blob)"
                        + " WITH comment = 'it''s ours'");
    }

    @ParameterizedTest
    @CsvSource({"LeveledCompactionStrategy", "[1]", "{}"})
    void refusesACompactionThatIsNoJsonObject(String compaction) {
        properties.setProperty("cassandra.compaction", compaction);
        BindingSettings settings = BindingSettings.of(properties);

        assertThatThrownBy(() -> TableSchema.createTable(settings))
                .hasMessageStartingWith("cassandra.compaction: expected a JSON object");
    }

    @Test
    void everyPropertyIsDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "trials.md"));
        Set<String> names = new TreeSet<>();
        Pattern property = Pattern.compile("\"((?:cassandra|rafiki)(?:\\.[a-z]+)+)\"");
        try (Stream<Path> sources = Files.list(Path.of("src", "main", "java", "io", "rafiki", "ycsb"))) {
            for (Path source : sources.toList()) {
                Matcher matcher = property.matcher(Files.readString(source));
                while (matcher.find()) {
                    names.add(matcher.group(1));
                }
            }
        }
        assertThat(names).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(page)
                .contains("`" + name + "`"));
    }
}
