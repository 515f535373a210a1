package io.rafiki.control;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.node.NodeException;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a node's present values outlast a restart: options of tables by ALTER TABLE, other knobs by lines for cassandra.yaml. The journal
 * records each step before it is made.
 */
final class PermanentValues {

    private static final String HEADER =
            """
            # Values that roll-outs of Rafiki made permanent on this node. Rafiki writes this file.
            # Add its lines to cassandra.yaml, which Cassandra reads at the next start.
            """;
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private static final String COMPACTION = "compaction";

    /** The part of this option that states whether automatic compaction is on. */
    private static final String ENABLED = "enabled";

    private final TunedNode node;
    private final KnobCatalogue catalogue;
    private final JournalWriter journal;
    private final SchemaChange schema;
    private final Path file;

    /** @param file for lines of cassandra.yaml */
    PermanentValues(TunedNode node, KnobCatalogue catalogue, JournalWriter journal, SchemaChange schema, Path file) {
        this.node = node;
        this.catalogue = catalogue;
        this.journal = journal;
        this.schema = schema;
        this.file = file;
    }

    /**
     * Saves the present values of a change's knobs.
     *
     * @param rollout its id, for the journal
     * @param altersTables whether this node alters the tables for all nodes
     * @throws IOException if the journal or the file cannot be written, or the file contains other text
     * @throws NodeException if a value cannot be read, or the schema cannot be changed
     */
    void save(String rollout, ProposedChange change, boolean altersTables) throws IOException, NodeException {
        Map<String, Object> lines = new LinkedHashMap<>();
        for (String knob : change.values().keySet()) {
            if (!node.isTableOption(knob)) {
                double code = catalogue.entry(knob).knob().code(node.value(knob, List.of()));
                lines.putAll(catalogue.entry(knob).cassandraYaml(code));
            } else if (altersTables) {
                alter(rollout, knob, change.tables());
            }
        }
        if (!lines.isEmpty()) {
            write(rollout, lines);
        }
    }

    private void alter(String rollout, String knob, List<String> tables) throws IOException, NodeException {
        for (String name : tables) {
            TableName table = TableName.parse(name);
            if (node.exists(table)) {
                Map<String, String> option = new LinkedHashMap<>(node.option(knob, table));
                if (knob.equals(COMPACTION)) {
                    // an operator may have turned it off on this node alone
                    option.remove(ENABLED);
                    if (schema.isCompactionOff(table)) {
                        option.put(ENABLED, "false");
                    }
                }
                String statement = schema.isView(table)
                        ? TableStatements.alterView(table, knob, option)
                        : TableStatements.alter(table, knob, option);
                journal.write(RecordType.PERMANENT, "", Map.of("rollout", rollout, "statement", statement));
                schema.execute(statement);
            }
        }
    }

    /** Adds the lines to the file; a line that exists gets the new value. */
    private void write(String rollout, Map<String, Object> lines) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        if (Files.exists(file)) {
            Map<String, Object> present = YAML.readValue(file.toFile(), new TypeReference<>() {});
            all.putAll(present == null ? Map.of() : present);
        }
        all.putAll(lines);
        journal.write(
                RecordType.PERMANENT, "", Map.of("rollout", rollout, "file", file.toString(), "cassandraYaml", lines));
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, HEADER + YAML.writeValueAsString(all));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
