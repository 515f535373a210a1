package io.rafiki.control.configuration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.rafiki.control.reason.Refusal.DecisionWithoutConfiguration;
import io.rafiki.control.reason.Refusal.TableNotReadable;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import io.rafiki.knob.NamedValues;
import io.rafiki.knob.Scope;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import io.rafiki.reason.ReasonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The configuration of a decision in forms that an operator can apply to this node permanently, or to other nodes.
 *
 * <p>Options of a table that do not belong to a knob are part of the export, because ALTER TABLE replaces the whole option.
 */
public final class ConfigurationExport {

    private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();
    private static final String NODETOOL = "nodetool ";

    private final KnobCatalogue catalogue;
    private final NodeKnobs knobs;
    private final SchemaChange schema;
    private final List<TableName> tables;

    /** A knob with its value in the configuration. */
    private record Setting(KnobDefinition entry, double code) {

        Object value() {
            return entry.knob().value(code);
        }

        boolean isOfTables() {
            return entry.scope() == Scope.TABLE;
        }

        /** Whether a running node can take the value. */
        boolean isLive() {
            double above = entry.knob().repair(code + 1);
            double other = above == code ? entry.knob().repair(code - 1) : above;
            return entry.live().isPresent() && entry.costOf(other, code) != ChangeCost.NEXT_START;
        }
    }

    /**
     * @param knobs of the node, for the present options of its tables
     * @param tables that are tuned
     */
    public ConfigurationExport(KnobCatalogue catalogue, NodeKnobs knobs, SchemaChange schema, List<TableName> tables) {
        this.catalogue = catalogue;
        this.knobs = knobs;
        this.schema = schema;
        this.tables = List.copyOf(tables);
    }

    /**
     * The text of the export, without a line end.
     *
     * @throws ReasonException if the decision has no configuration, or a table's options cannot be read
     * @throws IllegalArgumentException with one line, if the catalogue lacks a knob or a value
     */
    public String text(DecisionRecord decided, ExportFormat format) {
        List<Setting> settings = settings(decided);
        return switch (format) {
            case ALTER -> alter(decided, settings);
            case NODETOOL -> nodetool(decided, settings);
            case CASSANDRA_YAML -> yaml(decided, settings);
            case JSON -> json(decided, settings);
        };
    }

    private List<Setting> settings(DecisionRecord decided) {
        Map<String, String> values = NamedValues.parse(decided.configuration());
        if (values.isEmpty()) {
            throw new ReasonException(new DecisionWithoutConfiguration(decided.id(), decided.kind()));
        }
        List<Setting> settings = new ArrayList<>();
        values.forEach((name, value) -> {
            KnobDefinition entry = catalogue.entry(name);
            settings.add(new Setting(entry, entry.knob().code(value)));
        });
        return settings;
    }

    private String alter(DecisionRecord decided, List<Setting> settings) {
        List<String> lines = new ArrayList<>();
        lines.add("-- " + decided.id() + ": ALTER TABLE applies to all nodes, and remains after a restart");
        for (Setting setting : settings) {
            if (!setting.isOfTables()) {
                lines.add("-- " + setting.entry().name() + " is no table option: use " + ExportFormat.NODETOOL + " or "
                        + ExportFormat.CASSANDRA_YAML);
                continue;
            }
            for (TableName table : tables) {
                lines.add(option(setting, table)
                        .map(option -> TableStatements.alter(
                                schema, table, setting.entry().name(), option))
                        .orElse("-- " + table + " keeps its " + setting.entry().name()
                                + ", because the catalogue lacks its value"));
            }
        }
        decided.tables().stream()
                .filter(table -> !tables.contains(TableName.parse(table)))
                .forEach(table -> lines.add("-- " + table + " is omitted, because the agent senses no such table"));
        return String.join("\n", lines);
    }

    private String nodetool(DecisionRecord decided, List<Setting> settings) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + decided.id() + ": nodetool changes one node until its restart");
        for (Setting setting : settings) {
            List<String> commands = setting.entry().commands(setting.code()).stream()
                    .filter(command -> command.startsWith(NODETOOL))
                    .toList();
            lines.addAll(commands);
            if (commands.isEmpty()) {
                lines.add("# nodetool cannot set " + setting.entry().name() + ": " + otherWay(setting));
            }
        }
        return String.join("\n", lines);
    }

    /** A phrase about a knob that nodetool cannot set. */
    private static String otherWay(Setting setting) {
        if (!setting.isLive()) {
            return "the value takes effect at the next start; use " + ExportFormat.CASSANDRA_YAML;
        }
        LiveBinding live = setting.entry().live().orElseThrow();
        String attribute = "attribute " + String.join(" and ", live.attributes()) + " of the MBean " + live.object();
        return setting.isOfTables()
                ? "use " + ExportFormat.ALTER + ", or " + attribute
                : "set " + attribute + " to " + setting.entry().liveNumber(setting.code());
    }

    private String yaml(DecisionRecord decided, List<Setting> settings) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + decided.id() + ": cassandra.yaml applies from the next start");
        for (Setting setting : settings) {
            if (setting.isOfTables()) {
                lines.add("# " + setting.entry().name() + " is a table option: use " + ExportFormat.ALTER);
            }
            addYaml(lines, "", setting.entry().cassandraYaml(setting.code()));
        }
        return String.join("\n", lines);
    }

    private static void addYaml(List<String> lines, String indent, Map<?, ?> values) {
        values.forEach((key, value) -> {
            if (value instanceof Map<?, ?> inner) {
                lines.add(indent + key + ":");
                addYaml(lines, indent + "  ", inner);
            } else {
                lines.add(indent + key + ": " + value);
            }
        });
    }

    private String json(DecisionRecord decided, List<Setting> settings) {
        Map<String, Object> configuration = new LinkedHashMap<>();
        Map<String, Object> yaml = new LinkedHashMap<>();
        for (Setting setting : settings) {
            configuration.put(setting.entry().name(), setting.value());
            yaml.putAll(setting.entry().cassandraYaml(setting.code()));
        }
        Map<String, Object> content = object(
                "decision",
                decided.id(),
                "at",
                decided.at().toString(),
                "kind",
                decided.kind(),
                "configuration",
                configuration,
                "changes",
                NamedValues.parseChanges(decided.changes()),
                "mbeans",
                settings.stream()
                        .filter(setting -> !setting.isOfTables() && setting.isLive())
                        .map(ConfigurationExport::attributes)
                        .toList(),
                "tables",
                settings.stream()
                        .filter(Setting::isOfTables)
                        .flatMap(this::options)
                        .toList(),
                "cassandraYaml",
                yaml);
        try {
            return JSON.writeValueAsString(content).replace("\r\n", "\n");
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The attributes of an MBean that set a knob. */
    private static Map<String, Object> attributes(Setting setting) {
        LiveBinding binding = setting.entry().live().orElseThrow();
        return object(
                "knob", setting.entry().name(),
                "object", binding.object(),
                "attributes", binding.attributes(),
                "value", setting.entry().liveNumber(setting.code()));
    }

    /** The options of the tables that set a knob. */
    private Stream<Map<String, Object>> options(Setting setting) {
        String knob = setting.entry().name();
        return tables.stream()
                .flatMap(table -> option(setting, table)
                        .map(option -> object("keyspace", table.keyspace(), "table", table.table(), knob, option))
                        .stream());
    }

    private static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    /** The whole option of a table; empty if the table has a value that the catalogue lacks, which the tuner never replaces. */
    private Optional<Map<String, String>> option(Setting setting, TableName table) {
        String knob = setting.entry().name();
        try {
            return knobs.reading(knob, List.of(table)).exact()
                    ? Optional.of(knobs.tableOption(knob, setting.code(), table))
                    : Optional.empty();
        } catch (NodeException e) {
            throw new ReasonException(new TableNotReadable(table.toString(), e.failure()), e);
        }
    }
}
