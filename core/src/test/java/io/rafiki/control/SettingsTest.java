package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import io.rafiki.control.configuration.TableFilter;
import io.rafiki.decision.Mode;
import io.rafiki.decision.QuietHours;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.NodeResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path SHIPPED = HOME.resolve("conf/rafiki.yaml");
    private static final NodeResources MACHINE = new NodeResources(2, 1024);
    private static final int MUTANTS = Boolean.getBoolean("rafiki.long") ? 10_000 : 1_000;

    @TempDir
    Path folder;

    @Test
    void theShippedFileContainsTheDefaults() throws Exception {
        Settings shipped = Settings.read(SHIPPED, HOME, MACHINE);
        Settings defaults = Settings.defaults(HOME, MACHINE, Mode.ADVISE);
        assertThat(shipped)
                .usingRecursiveComparison()
                .ignoringFields("catalogue", "model")
                .isEqualTo(defaults);
        assertThat(shipped.model())
                .hasValueSatisfying(model -> assertThat(model).isRegularFile());
        assertThat(shipped.catalogue().names()).isEqualTo(defaults.catalogue().names());
        assertThat(shipped.window()).isEqualTo(Duration.ofSeconds(30));
        assertThat(shipped.limits().allowedCosts()).containsExactlyInAnyOrder(ChangeCost.INSTANT, ChangeCost.NEW_DATA);
    }

    @Test
    void aCostKeepsItsFormerName() throws Exception {
        assertThat(read("allowed_costs: [new_sstables]\n").limits().allowedCosts())
                .containsExactly(ChangeCost.NEW_DATA);
        assertThat(ChangeCost.parse("new_sstables")).isEqualTo(ChangeCost.NEW_DATA);
    }

    @Test
    void everyKeyThatTheShippedFileShowsIsAKey() throws Exception {
        String all = Files.readString(SHIPPED).replaceAll("(?m)^# ([a-z_]+: \\S.*)$", "$1");
        Path copied = HOME.resolve("conf/knobs/cassandra-5.0.yaml");
        Settings settings = read(all.replace("knobs/cassandra-5.0.yaml", copied.toString()));
        assertThat(settings.knobs()).contains("concurrent_writes");
        assertThat(settings.sense()).containsExactly("shop.*", "ycsb.usertable");
        assertThat(settings.tune()).containsExactly("shop.*", "-shop.events");
        assertThat(settings.model()).contains(folder.resolve("models/cassandra-5.0-2core/model.zip"));
        assertThat(settings.journal()).isEqualTo(Path.of("/var/log/cassandra/rafiki-journal.jsonl"));
    }

    @Test
    void dl4jIsUsedUnlessTheEngineIsCompiled() throws Exception {
        assertThat(read("mode: auto\n").nativeCache())
                .hasValueSatisfying(cache -> assertThat(cache).hasFileName("rafiki-native"));
        assertThat(read("native_cache: natives\n").nativeCache()).contains(folder.resolve("natives"));
        assertThat(read("engine: compiled\nnative_cache: natives\n").nativeCache())
                .isEmpty();
        assertThatThrownBy(() -> read("engine: direct\n")).hasMessageContaining("dl4j, compiled");
    }

    @Test
    void quietHoursHaveATimeZone() throws Exception {
        String ranges = "guardrails:\n  quiet_hours: [\"Mon-Fri 08:00-18:00\", \"22:00-06:00\"]\n";
        assertThat(read(ranges + "  quiet_hours_zone: America/New_York\n")
                        .limits()
                        .quietHours())
                .isEqualTo(
                        QuietHours.parse(List.of("Mon-Fri 08:00-18:00", "22:00-06:00"), ZoneId.of("America/New_York")));
        assertThat(read(ranges).limits().quietHours())
                .isEqualTo(QuietHours.parse(List.of("Mon-Fri 08:00-18:00", "22:00-06:00"), ZoneId.systemDefault()));
        assertThat(read("mode: auto").limits().quietHours().until(Instant.EPOCH))
                .isEmpty();
        refused("guardrails: {quiet_hours: [8-18]}", ":1: guardrails.quiet_hours: expected a range such as");
        refused("guardrails: {quiet_hours_zone: CTE}", ":1: guardrails.quiet_hours_zone: expected a time zone");
    }

    @Test
    void onlyAClusterExplores() throws Exception {
        assertThat(read("cluster: on\n").explores()).isFalse();
        assertThat(read("cluster: on\nexplore: on\n").explores()).isTrue();
        refused("explore: on", ":1: explore: expected off without cluster: on");
    }

    @Test
    void aMisspeltKeyIsNamedWithItsLineAndTheNearest() {
        assertThatThrownBy(() -> read("mode: auto\nguardrails:\n  min_gian: 0.05\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("rafiki.yaml") + ":3: guardrails.min_gian: unknown key.")
                .hasMessageContaining("min_gain");
    }

    @Test
    void whatIsOutOfRangeIsNamedWithWhatWasExpected() {
        refused("mode: atuo", ":1: mode: expected one of observe, advise, approve, auto, found atuo.");
        refused("window: 1s", ":1: window: expected a duration 2s..900s, found 1s.");
        refused("window: 10s\nsample: 6s", ":2: sample: expected a duration 100ms..2500ms, found 6s.");
        refused("guardrails: {kappa: -1}", ":1: guardrails.kappa: expected a number 0.0..10.0, found -1.");
        refused("allowed_costs: [instant, free]", "found free");
        refused(
                "allowed_costs: [instant, next_start]",
                ":1: allowed_costs: expected instant, new_data or rewrites_data, found next_start. Remove it: the agent"
                        + " never makes changes that need a restart.");
        refused("knobs: [concurrent_wirtes]", ":1: knobs: unknown knob concurrent_wirtes.");
        refused(
                "knobs: [trickle_fsync]",
                ":1: knobs: expected knobs that can be set live, found trickle_fsync, which is set at start only.");
        refused("knobs: []", ":1: knobs: expected at least one name, found an empty list.");
        refused("tune: []", ":1: tune: expected at least one name, found an empty list.");
        refused("tune:\n# - shop.orders\nmode: auto", ":1: tune: expected at least one name, found an empty list.");
        refused("allowed_costs:\n#- instant", ":1: allowed_costs: expected change costs, found nothing.");
        refused("---\n# written by a tool\n---\nmode: observe", "expected one YAML document, found a second.");
        refused("model: \"a\\0b\"", ":1: model: expected a path in the encoding");
        refused("sense: [usertable]", ":1: sense: expected keyspace.table or keyspace.*, with a leading - to exclude,");
        refused(
                "tune: [--shop.events]",
                ":1: tune: expected keyspace.table or keyspace.*, with a leading - to exclude,");
        refused("tables: [shop.*]", ":1: tables: unknown key.");
        refused(
                "cluster: off\nexplore: on",
                ":2: explore: expected off without cluster: on, found on. Set cluster: on, or explore: off.");
        refused("mode: [", ":1: ");
        refused("catalogue: absent.yaml", "absent.yaml: expected a file, found none");
    }

    /** Each file has one to three mutations. The catalogue is short because each file reads it. */
    @Test
    void anyMutatedFileIsValidOrRefusedInOneLineThatNamesTheLine() throws Exception {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        Path home = folder.resolve("home");
        Files.createDirectories(home.resolve("conf/knobs"));
        Files.writeString(home.resolve("conf/knobs/cassandra-5.0.yaml"), shortCatalogue());
        String shipped = Files.readString(SHIPPED).replaceAll("(?m)^ *#.*\n", "");
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Path file = Files.writeString(folder.resolve("rafiki.yaml"), mutated(shipped, random));
            try {
                Settings.read(file, home, MACHINE);
            } catch (ConfigException complaint) {
                refused++;
                assertThat(complaint.getMessage())
                        .as("mutant %d, seed %d: %s", i, seed, Files.readString(file))
                        .matches("\\Q" + file + "\\E:\\d+: .+")
                        .doesNotContain("\n");
            }
        }
        assertThat(refused).as("seed %d", seed).isBetween(MUTANTS / 5, MUTANTS * 99 / 100);
    }

    private static String mutated(String text, SplittableRandom random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int m = 0; m <= random.nextInt(3) && !mutated.isEmpty(); m++) {
            int at = random.nextInt(mutated.length());
            switch (random.nextInt(5)) {
                case 0 -> mutated.deleteCharAt(at);
                case 1 -> mutated.insert(at, (char) random.nextInt(32, 127));
                case 2 -> mutated.setCharAt(at, (char) random.nextInt(0, 300));
                case 3 -> mutated.setLength(Math.max(1, at));
                default -> mutated.insert(at, mutated.substring(at, Math.min(mutated.length(), at + 40)));
            }
        }
        return mutated.toString();
    }

    /** The shipped catalogue's first entries. */
    private static String shortCatalogue() throws IOException {
        String all = Files.readString(HOME.resolve("conf/knobs/cassandra-5.0.yaml"));
        String entry = "(?m)^  [a-z_]+:$";
        List<Integer> starts = Pattern.compile(entry)
                .matcher(all)
                .results()
                .map(MatchResult::start)
                .toList();
        return all.substring(0, starts.get(2));
    }

    @Test
    void aRefusedFileLeavesATunerThatObserves() throws Exception {
        Files.writeString(folder.resolve("rafiki.yaml"), "mode: auto\nmodle: x.zip\n");
        RecordedLog log = new RecordedLog();
        Settings settings = TunerFactory.read(HOME, folder.resolve("rafiki.yaml"), MACHINE, log)
                .settings();
        assertThat(settings.mode()).isEqualTo(Mode.OBSERVE);
        assertThat(log.warnings).singleElement().asString().contains("rafiki.yaml:2: modle");
        assertThat(TunerFactory.read(HOME, null, MACHINE, log).settings().mode())
                .isEqualTo(Mode.ADVISE);
    }

    @Test
    void tablesAreChosenByNameOrByKeyspace() {
        TableFilter some = new TableFilter(List.of("shop.*", "ycsb.usertable"));
        assertThat(some.contains("shop.orders")).isTrue();
        assertThat(some.contains("shopping.orders")).isFalse();
        assertThat(some.contains("ycsb.usertable")).isTrue();
        assertThat(some.contains("ycsb.other")).isFalse();
        assertThat(new TableFilter(List.of()).contains("any.table")).isTrue();
        TableFilter most = new TableFilter(List.of("-reaper_db.*", "-shop.events"));
        assertThat(most.contains("shop.orders")).isTrue();
        assertThat(most.contains("shop.events")).isFalse();
        assertThat(most.contains("reaper_db.schedules")).isFalse();
        assertThat(new TableFilter(List.of("shop.*", "-shop.events")).contains("shop.events"))
                .isFalse();
    }

    private void refused(String text, String complaint) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ConfigException.class).hasMessageContaining(complaint);
    }

    private Settings read(String text) throws ConfigException, IOException {
        Path file = folder.resolve("rafiki.yaml");
        Files.writeString(file, text);
        return Settings.read(file, HOME, MACHINE);
    }
}
