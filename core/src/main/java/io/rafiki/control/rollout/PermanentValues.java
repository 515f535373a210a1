package io.rafiki.control.rollout;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.configuration.TableStatements;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NamedValues;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure;
import io.rafiki.node.NodeFailure.OptionsDropped;
import io.rafiki.node.NodeFailure.OptionsReset;
import io.rafiki.node.NodeFailure.OtherDatacenters;
import io.rafiki.node.NodeFailure.StatementRefused;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes a node's present values outlast a restart: options of tables by ALTER TABLE, other knobs by lines for cassandra.yaml. The journal
 * records each step before it is made.
 */
public final class PermanentValues {

    private static final String HEADER =
            """
            # Values that roll-outs of Rafiki made permanent on this node. Rafiki writes this file.
            # Add its lines to cassandra.yaml, which Cassandra reads at the next start.
            """;
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private final TunedNode node;
    private final KnobCatalogue catalogue;
    private final JournalWriter journal;
    private final SchemaChange schema;
    private final Path file;
    private final ControlLog log;

    /** @param file for lines of cassandra.yaml */
    public PermanentValues(
            TunedNode node,
            KnobCatalogue catalogue,
            JournalWriter journal,
            SchemaChange schema,
            Path file,
            ControlLog log) {
        this.node = node;
        this.catalogue = catalogue;
        this.journal = journal;
        this.schema = schema;
        this.file = file;
        this.log = log;
    }

    /**
     * Saves the present values of a change's knobs.
     *
     * @param rollout its id, for the journal
     * @param altersTables whether this node alters the tables for all nodes
     * @return {@link Outcome#PENDING} if a value cannot be read or written now, or the file contains other text
     */
    Answer save(String rollout, ProposedChange change, boolean altersTables) {
        try {
            write(rollout, change, altersTables);
            return RolloutExecutor.SETTLED;
        } catch (NodeException refused) {
            NodeFailure failure = refused.failure();
            boolean isFinal = failure instanceof StatementRefused
                    || failure instanceof OptionsDropped
                    || failure instanceof OptionsReset
                    || failure instanceof OtherDatacenters;
            if (isFinal) {
                log.warn("[" + rollout + "] not made permanent: " + refused.getMessage());
            }
            return new Answer(isFinal ? Outcome.REFUSED : Outcome.PENDING, refused.getMessage());
        } catch (IOException | IllegalArgumentException refused) {
            return new Answer(Outcome.PENDING, String.valueOf(refused.getMessage()));
        }
    }

    private void write(String rollout, ProposedChange change, boolean altersTables) throws IOException, NodeException {
        Map<String, Object> lines = new LinkedHashMap<>();
        List<String> statements = new ArrayList<>();
        for (String knob : change.values().keySet()) {
            if (!node.isTableOption(knob)) {
                double code = catalogue.entry(knob).knob().code(node.value(knob, List.of()));
                lines.putAll(catalogue.entry(knob).cassandraYaml(code));
            } else if (altersTables) {
                statements.addAll(statements(knob, change));
            }
        }
        // all of them are possible, or none is executed
        for (String statement : statements) {
            journal.write(RecordType.PERMANENT, "", Map.of("rollout", rollout, "statement", statement));
            schema.execute(statement);
        }
        if (!lines.isEmpty()) {
            write(rollout, lines);
        }
    }

    private List<String> statements(String knob, ProposedChange change) throws NodeException {
        List<String> statements = new ArrayList<>();
        for (String name : change.tables()) {
            TableName table = TableName.parse(name);
            // another client's option outside of the catalogue stays
            if (node.exists(table) && node.isKnown(knob, table)) {
                requireHarmless(knob, table, change);
                statements.add(TableStatements.alter(schema, table, knob, node.option(knob, table)));
            }
        }
        return statements;
    }

    /**
     * Without canary and guards, other datacenters must not rewrite data. Dropped options could not be restored, and other options keep the
     * values of their own roll-outs. An undo always replaces the permanent values.
     */
    private void requireHarmless(String knob, TableName table, ProposedChange change) throws NodeException {
        Object present = node.value(knob, List.of(table));
        boolean isUndone = !String.valueOf(present).equals(change.values().get(knob));
        Set<String> others = change.rewritesData() && !isUndone ? schema.otherDatacenters() : Set.of();
        if (!others.isEmpty()) {
            throw new NodeException(new OtherDatacenters(String.join(", ", others)));
        }
        Set<String> reset = new TreeSet<>(isUndone ? Set.of() : schema.resetOptions(table));
        reset.removeAll(change.values().keySet());
        if (!reset.isEmpty()) {
            throw new NodeException(new OptionsReset(table.toString(), String.join(", ", reset)));
        }
        Map<String, String> dropped = node.droppedOptions(knob, table);
        if (!dropped.isEmpty()) {
            throw new NodeException(new OptionsDropped(table.toString(), NamedValues.text(dropped)));
        }
    }

    /** Adds the lines to the file; a line that exists gets the new value. */
    private void write(String rollout, Map<String, Object> lines) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        if (Files.exists(file)) {
            JsonNode present = YAML.readTree(file.toFile());
            // an operator may have moved the lines, and left the comments
            if (!present.isMissingNode() && !present.isNull()) {
                all.putAll(YAML.convertValue(present, new TypeReference<Map<String, Object>>() {}));
            }
        }
        all.putAll(lines);
        journal.write(
                RecordType.PERMANENT, "", Map.of("rollout", rollout, "file", file.toString(), "cassandraYaml", lines));
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(
                next,
                HEADER + YAML.writeValueAsString(all),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
