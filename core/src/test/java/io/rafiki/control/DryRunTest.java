package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Mode;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The changes that {@code propose} and {@code explain} print are the writes that the MBeans of the node receive: no more, no fewer, no
 * others. Random plans over all live knobs and several tables; {@code -Drafiki.long=true} for 1,000 of them.
 */
class DryRunTest extends RiggedTest {

    private static final int PLANS = Boolean.getBoolean("rafiki.long") ? 1_000 : 50;
    private static final long SEED = 24;
    private static final Pattern CHANGE = Pattern.compile("(\\w+) (\\S+) -> ([^\\s,;]+)");

    /** Cassandra's attribute of each knob; the options of a table are below. */
    private static final Map<String, String> ATTRIBUTES = Map.of(
            "concurrent_writes", "org.apache.cassandra.request:type=MutationStage MaximumPoolSize",
            "concurrent_reads", "org.apache.cassandra.request:type=ReadStage MaximumPoolSize",
            "concurrent_compactors", "org.apache.cassandra.db:type=StorageService ConcurrentCompactors",
            "compaction_throughput", "org.apache.cassandra.db:type=StorageService CompactionThroughputMbPerSec",
            "file_cache_size", "io.rafiki:type=StorageKnobs FileCacheSizeInMiB",
            "key_cache_size", "io.rafiki:type=StorageKnobs KeyCacheSizeInMiB",
            "memtable_cleanup_threshold", "io.rafiki:type=StorageKnobs MemtableCleanupThreshold");

    private static final Map<String, Map<String, String>> COMPRESSIONS = Map.of(
            "LZ4(4KiB)", Map.of("class", "LZ4Compressor", "chunk_length_in_kb", "4"),
            "LZ4(16KiB)", Map.of("class", "LZ4Compressor", "chunk_length_in_kb", "16"),
            "LZ4(64KiB)", Map.of("class", "LZ4Compressor", "chunk_length_in_kb", "64"),
            "none", Map.of("enabled", "false"),
            "Zstd(16KiB)", Map.of("class", "ZstdCompressor", "chunk_length_in_kb", "16"));

    private static final Map<String, Map<String, String>> COMPACTIONS = Map.of(
            "SizeTiered", Map.of("class", "SizeTieredCompactionStrategy"),
            "Leveled", Map.of("class", "LeveledCompactionStrategy"),
            "Unified(T8)", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "T8"),
            "Unified(T4)", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "T4"),
            "Unified(N)", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "N"),
            "Unified(L4)", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "L4"),
            "Unified(L10)", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "L10"));

    /** The attribute and the values of each table option. */
    private static final Map<String, TableOption> OPTIONS = Map.of(
            "compaction", new TableOption("CompactionParametersJson", COMPACTIONS),
            "compression", new TableOption("CompressionParametersJson", COMPRESSIONS));

    private record TableOption(String attribute, Map<String, Map<String, String>> values) {
        String json(String value) {
            return values.get(value).entrySet().stream()
                    .map(entry -> "\"" + entry.getKey() + "\":\"" + entry.getValue() + "\"")
                    .collect(Collectors.joining(",", "{", "}"));
        }
    }

    private final Random random = new Random(SEED);
    private final List<String> written = new ArrayList<>();
    private final Map<String, LoneNode.Bean> tables = new LinkedHashMap<>();
    private final Map<String, LoneNode.Bean> recorded = new LinkedHashMap<>();
    private double[] target;

    @BeforeEach
    void recordsAllWrites() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA, ChangeCost.REWRITES_DATA);
        rig.space = rig.catalogue.space(rig.catalogue.entries().stream()
                .filter(entry -> entry.live().isPresent())
                .map(entry -> entry.name())
                .toList());
        assertThat(rig.space.size()).isEqualTo(ATTRIBUTES.size() + OPTIONS.size());
        rig.bundles = file -> new LoadedModel(
                file, Instant.EPOCH, new Peak(), domain(), Rig.PROVENANCE, ModelEngine.COMPILED, List.of(), 0);
        rig.node.agent.values.putAll(
                Map.of("FileCacheSizeInMiB", 128, "KeyCacheSizeInMiB", 16, "MemtableCleanupThreshold", 1.0 / 3));
        tables.put("ycsb.usertable", rig.node.table);
        tables.put("ycsb.orders", rig.addTable("orders", "{\"class\":\"SizeTieredCompactionStrategy\"}", 0.3, 0));
        tables.values()
                .forEach(table -> table.values.put(
                        "CompressionParametersJson", OPTIONS.get("compression").json("LZ4(16KiB)")));
        record("io.rafiki:type=StorageKnobs", rig.node.agent);
        record("org.apache.cassandra.request:type=MutationStage", rig.node.mutationStage);
        record("org.apache.cassandra.request:type=ReadStage", rig.node.readStage);
        record("org.apache.cassandra.db:type=StorageService", rig.node.storageService);
        tables.forEach(this::record);
        record("ycsb.events", rig.addTable("events", "{\"class\":\"TimeWindowCompactionStrategy\"}", 0.1, 0));
    }

    @Test
    void theNodeReceivesTheShownChangesAndNothingElse() throws Exception {
        drawTarget();
        rig.start().run(10, 0.5);
        int plans = 0;
        int rewrites = 0;
        int knobs = 0;
        for (int i = 0; plans < PLANS; i++) {
            assertThat(i).as("plans, seed %d", SEED).isLessThan(3 * PLANS);
            drawTarget();
            drawNode();
            rig.run(10, 0.5);
            DecisionRecord proposed = rig.tuner.propose();
            assertThat(written).as("writes of a proposal").isEmpty();
            List<Offer> offers = rig.tuner.status().offers().stream()
                    .filter(offer -> offer.best().cost() != ChangeCost.NEXT_START)
                    .toList();
            Offer offer = offers.isEmpty() || i % 2 == 0 ? null : offers.get(random.nextInt(offers.size()));
            if (offer == null && !proposed.kind().equals("propose")) {
                continue;
            }
            String shown = offer == null ? proposed.changes() : offer.best().changesText();
            List<String> expected = writes(shown);
            DecisionRecord applied = offer == null
                    ? rig.tuner.apply(proposed.id(), "")
                    : rig.tuner.apply(offer.decision(), offer.best().cost().label());
            assertThat(applied.isDone())
                    .as("%s: %s", shown, applied.readBackText())
                    .isTrue();
            assertThat(written)
                    .as("writes of plan %d, seed %d: %s", i, SEED, shown)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(writesOf(applied.changes()))
                    .as("what explain prints later")
                    .isEqualTo(writesOf(shown));
            plans++;
            knobs += expected.size();
            if (shown.contains("compaction ") && rig.tuner.status().rewriting().isPresent()) {
                rewrites++;
                rig.data.complete();
                rig.run((int) rig.paybackHorizon.toSeconds(), 0.5);
            }
            written.clear();
        }
        assertThat(knobs).as("writes").isGreaterThan(2 * PLANS);
        assertThat(rewrites).as("plans that rewrite data").isGreaterThan(PLANS / 50);
    }

    private void record(String name, LoneNode.Bean bean) {
        recorded.put(name, bean);
        bean.recorder = attribute -> written.add(name + " " + attribute.getName() + "=" + shown(attribute.getValue()));
    }

    /** The options of a table without the order of their JSON. */
    private static String shown(Object value) {
        if (!(value instanceof String json)) {
            return String.valueOf(value);
        }
        try {
            return new TreeMap<>(new ObjectMapper().readValue(json, new TypeReference<Map<String, String>>() {}))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<MatchResult> changes(String text) {
        return CHANGE.matcher(text.split(";", 2)[0]).results().toList();
    }

    private static List<String> writesOf(String text) {
        return changes(text).stream().map(MatchResult::group).toList();
    }

    /** The writes that a reader of the text expects. */
    private List<String> writes(String text) {
        List<String> writes = new ArrayList<>();
        for (MatchResult change : changes(text)) {
            String value = change.group(3);
            TableOption option = OPTIONS.get(change.group(1));
            if (option != null) {
                tables.keySet()
                        .forEach(table -> writes.add(table + " " + option.attribute() + "="
                                + new TreeMap<>(option.values().get(value))));
            } else {
                writes.add(ATTRIBUTES.get(change.group(1)) + "=" + (value.equals("unlimited") ? "0" : value));
            }
        }
        return writes;
    }

    /** Another client sets some of the knobs. */
    private void drawNode() {
        for (Knob knob : rig.space.knobs()) {
            if (random.nextInt(3) > 0) {
                continue;
            }
            double code = random(knob);
            String attribute = ATTRIBUTES.get(knob.name());
            if (attribute != null) {
                set(attribute, knob.value(code));
            } else {
                TableOption option = OPTIONS.get(knob.name());
                String json = option.json(String.valueOf(knob.value(code)));
                tables.values().forEach(table -> table.values.put(option.attribute(), json));
            }
        }
    }

    private void set(String attribute, Object value) {
        String[] parts = attribute.split(" (?=\\w+$)", 2);
        Map<String, Object> values = recorded.get(parts[0]).values;
        Object number = value.equals("unlimited") ? (Object) 0 : value;
        values.put(parts[1], number instanceof Long whole ? (Object) whole.intValue() : number);
    }

    private void drawTarget() {
        target = rig.space.knobs().stream().mapToDouble(this::random).toArray();
    }

    private double random(Knob knob) {
        if (knob instanceof CategoricalKnob choices) {
            return random.nextInt(choices.choices().size());
        }
        double share = random.nextDouble();
        return knob.repair(knob.range().orElseThrow().min()
                + share
                        * (knob.range().orElseThrow().max()
                                - knob.range().orElseThrow().min()));
    }

    private TrainingDomain domain() {
        return new TrainingDomain(
                Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)),
                rig.space.knobs().stream()
                        .map(knob -> knob instanceof CategoricalKnob choices
                                ? new TrainingDomain.Seen(
                                        Double.NaN,
                                        Double.NaN,
                                        IntStream.range(0, choices.choices().size())
                                                .mapToObj(Double::valueOf)
                                                .toList())
                                : new TrainingDomain.Seen(
                                        knob.range().orElseThrow().min(),
                                        knob.range().orElseThrow().max(),
                                        knob.name().equals("compaction_throughput") ? List.of(0.0) : List.of()))
                        .toList());
    }

    /** Each knob gives most at its target; a compaction gives enough to repay its rewrite within a minute. */
    private final class Peak implements Surrogate {

        @Override
        public KnobSpace space() {
            return rig.space;
        }

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            int width = rig.space.size();
            for (int i = 0; i < n; i++) {
                double distance = 0;
                for (int k = 0; k < width; k++) {
                    Knob knob = rig.space.knob(k);
                    double off = Math.abs(codes[i * width + k] - target[k]);
                    distance += knob instanceof CategoricalKnob
                            ? 4 * Math.min(1, off)
                            : off
                                    / (knob.range().orElseThrow().max()
                                            - knob.range().orElseThrow().min());
                }
                mean[i] = 10_000 * (2 - distance / width);
                deviation[i] = 20;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
