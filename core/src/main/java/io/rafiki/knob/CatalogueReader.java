package io.rafiki.knob;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses the {@code knobs} section of a catalogue file for one machine. */
final class CatalogueReader {

    /** Larger numbers lose digits as codes, and no setting needs them. */
    private static final long LIMIT = 1_000_000_000_000L;

    /** The permitted keys of an entry. */
    static final String[] KEYS = {
        "type",
        "unit",
        "scope",
        "min",
        "max",
        "special",
        "values",
        "default",
        "default_from",
        "cost",
        "cost_rules",
        "start",
        "live",
        "manual_commands",
        "description"
    };

    private enum Kind {
        INTEGER,
        REAL,
        CATEGORICAL
    }

    private final NodeResources machine;

    CatalogueReader(NodeResources machine) {
        this.machine = machine;
    }

    List<KnobDefinition> entries(YamlSection file) throws ConfigException {
        YamlSection knobs = file.section("knobs");
        List<KnobDefinition> entries = new ArrayList<>();
        for (String name : knobs.keys()) {
            if (!name.matches("\\w+")) {
                throw knobs.refused(name, "expected a name of letters, digits and underscores.");
            }
            entries.add(entry(name, knobs.section(name)));
        }
        if (entries.isEmpty()) {
            throw file.refused("knobs", "expected at least one knob, found none.");
        }
        return entries;
    }

    /** The constraints of the file, each bound to all knobs. Constraints on memory are omitted if the memory is unknown. */
    List<Constraint> constraints(YamlSection file, List<Knob> knobs) throws ConfigException {
        List<Constraint> constraints = new ArrayList<>();
        for (YamlSection at : file.sections("constraints")) {
            Constraint constraint = constraint(at, knobs);
            if (machine.memoryMiB().isPresent() || !constraint.given().containsKey(KnobCatalogue.MEMORY)) {
                constraints.add(constraint);
            }
        }
        return constraints;
    }

    private Constraint constraint(YamlSection at, List<Knob> knobs) throws ConfigException {
        at.allow("sum", "max", "except", "description");
        Map<String, List<String>> except = new LinkedHashMap<>();
        if (at.has("except")) {
            YamlSection values = at.section("except");
            for (String knob : values.keys()) {
                except.put(knob, values.texts(knob));
            }
        }
        ConstraintDefinition definition =
                new ConstraintDefinition(at.texts("sum"), at.texts("max"), except, at.text("description"));
        Map<String, Object> given = KnobCatalogue.given(machine);
        given.putIfAbsent(KnobCatalogue.MEMORY, Double.NaN);
        try {
            Constraint constraint = new Constraint(definition, new ConstraintBinder(knobs, given, true));
            if (constraint.knobs().isEmpty()) {
                throw at.refused(
                        "sum", "expected at least one knob in the constraint, found none. Name one, or remove it.");
            }
            return constraint;
        } catch (ConstraintBinder.Misfit misfit) {
            throw at.refused(misfit.key(), misfit.problem());
        }
    }

    private KnobDefinition entry(String name, YamlSection at) throws ConfigException {
        at.allow(KEYS);
        Knob knob = knob(name, at);
        Scope scope = at.choice("scope", Scope.class);
        StartupBinding start = start(at, knob);
        if ((scope == Scope.TABLE) != (start instanceof StartupBinding.TableOption)) {
            throw at.refused("scope", "expected table if start is a table_option, and node otherwise.");
        }
        return new KnobDefinition(
                knob,
                scope,
                at.choice("cost", ChangeCost.class),
                rules(at, knob),
                start,
                live(at, knob, scope, start),
                at.texts("manual_commands", List.of()),
                at.text("default_from", ""),
                at.text("description"));
    }

    private Knob knob(String name, YamlSection at) throws ConfigException {
        Kind kind = at.choice("type", Kind.class);
        String unit = at.text("unit", "");
        try {
            return switch (kind) {
                case INTEGER -> integer(name, unit, at);
                case REAL -> {
                    double min = bound(at, "min");
                    double max = bound(at, "max");
                    double value = bound(at, "default");
                    if (!(value >= min && value <= max)) {
                        throw outside(
                                at,
                                KnobNumberFormat.text(min) + ".." + KnobNumberFormat.text(max),
                                KnobNumberFormat.text(value));
                    }
                    yield new RealKnob(name, unit, min, max, value);
                }
                case CATEGORICAL -> categorical(name, at);
            };
        } catch (IllegalArgumentException refused) {
            throw at.refused(kind == Kind.CATEGORICAL ? "values" : "min", refused.getMessage() + " (" + machine + ").");
        }
    }

    private Knob integer(String name, String unit, YamlSection at) throws ConfigException {
        long min = whole(at, "min");
        long max = whole(at, "max");
        Map<String, Long> special = numbers(at, "special");
        if (new HashSet<>(special.values()).size() < special.size()) {
            throw at.refused("special", "expected one name for each number. Remove the others.");
        }
        Object value = at.isSection("default") || !special.containsKey(at.text("default"))
                ? (Object) (double) whole(at, "default")
                : (Object) at.text("default");
        double code = value instanceof String text ? special.get(text) : (Double) value;
        if (value instanceof Double && !(code >= min && code <= max) && min <= max) {
            throw outside(at, min + ".." + max, KnobNumberFormat.text(code));
        }
        return new IntegerKnob(name, unit, min, max, special, code);
    }

    private ConfigException outside(YamlSection at, String range, String found) {
        return at.refused(
                "default", "expected " + range + ", found " + found + " (" + machine + "). Change it, or the range.");
    }

    private static Knob categorical(String name, YamlSection at) throws ConfigException {
        List<String> choices = at.isSection("values") ? at.section("values").keys() : at.texts("values");
        int index = choices.indexOf(at.text("default"));
        if (index < 0) {
            throw at.wrong("default", "one of " + String.join(", ", choices));
        }
        for (String choice : choices) {
            Map<String, String> value = Map.of(name, choice);
            if (!NamedValues.parse(NamedValues.text(value)).equals(value)) {
                throw at.refused(
                        "values", "expected commas within parentheses only, found " + choice + ". Rename the value.");
            }
        }
        return new CategoricalKnob(name, choices, index);
    }

    private long whole(YamlSection at, String key) throws ConfigException {
        return at.isSection(key) ? (long) Math.floor(bound(at, key)) : at.integer(key, -LIMIT, LIMIT);
    }

    /** A number, or a number per core or per MiB of heap with limits: {@code {per_core: 16, at_least: 64, at_most: 256}}. */
    private double bound(YamlSection at, String key) throws ConfigException {
        if (!at.isSection(key)) {
            return at.number(key, -LIMIT, LIMIT);
        }
        YamlSection derived = at.section(key);
        derived.allow("per_core", "of_heap", "at_least", "at_most");
        if (derived.has("per_core") == derived.has("of_heap")) {
            throw at.refused(key, "expected either per_core or of_heap. Keep one of them.");
        }
        double number = derived.has("per_core")
                ? derived.number("per_core", -LIMIT, LIMIT) * machine.cores()
                : derived.number("of_heap", -LIMIT, LIMIT) * machine.heapMiB();
        double least = derived.number("at_least", -LIMIT, LIMIT, Double.NEGATIVE_INFINITY);
        double most = derived.number("at_most", -LIMIT, LIMIT, Double.POSITIVE_INFINITY);
        if (least > most) {
            throw derived.refused("at_least", "expected at most at_most, found " + least + " > " + most + ".");
        }
        return Math.max(least, Math.min(most, number));
    }

    private static Map<String, Long> numbers(YamlSection at, String key) throws ConfigException {
        Map<String, Long> numbers = new LinkedHashMap<>();
        if (at.has(key)) {
            YamlSection named = at.section(key);
            for (String name : named.keys()) {
                numbers.put(name, named.integer(name, -LIMIT, LIMIT));
            }
        }
        return numbers;
    }

    private static List<CostRule> rules(YamlSection at, Knob knob) throws ConfigException {
        List<CostRule> rules = new ArrayList<>();
        for (YamlSection rule : at.sections("cost_rules")) {
            rule.allow("either", "both", "cost");
            if (rule.has("either") == rule.has("both")) {
                throw at.refused(
                        "cost_rules", "expected either or both (a list of values) in each rule. Keep one of them.");
            }
            String key = rule.has("either") ? "either" : "both";
            Set<Double> codes = new HashSet<>();
            for (String value : rule.texts(key)) {
                codes.add(code(rule, key, knob, value));
            }
            rules.add(new CostRule(
                    rule.has("either") ? CostRule.Match.EITHER : CostRule.Match.BOTH,
                    codes,
                    rule.choice("cost", ChangeCost.class)));
        }
        return rules;
    }

    private static double code(YamlSection at, String key, Knob knob, String value) throws ConfigException {
        try {
            return knob.code(value);
        } catch (IllegalArgumentException refused) {
            throw at.refused(key, refused.getMessage() + ".");
        }
    }

    private static StartupBinding start(YamlSection at, Knob knob) throws ConfigException {
        YamlSection start = at.section("start");
        start.allow("yaml", "special", "shown", "table", "table_option", "config");
        if (start.has("config")) {
            for (String other : List.of("yaml", "special", "shown", "table", "table_option")) {
                if (start.has(other)) {
                    throw start.refused(
                            other, "expected either config or " + other + ", found both. Keep one of them.");
                }
            }
            return new StartupBinding.Config(start.text("config"));
        }
        if (start.has("yaml") == start.has("table_option")) {
            throw at.refused("start", "expected either yaml, table_option or config. Keep one of them.");
        }
        if (start.has("table_option")) {
            if (!(knob instanceof CategoricalKnob)) {
                throw start.refused(
                        "table_option", "expected type: categorical with the option of each value in values.");
            }
            return new StartupBinding.TableOption(start.text("table_option"), textMaps(at, "values"));
        }
        Map<String, Map<String, Object>> special = new LinkedHashMap<>();
        if (start.has("special")) {
            YamlSection lines = start.section("special");
            for (String value : lines.keys()) {
                code(start, "special", knob, value);
                special.put(value, tree(lines.section(value)));
            }
        }
        Map<String, Map<String, String>> shown = start.has("shown") ? textMaps(start, "shown") : Map.of();
        for (String value : shown.keySet()) {
            code(start, "shown", knob, value);
        }
        return new StartupBinding.Yaml(
                tree(start.section("yaml")), special, shown, start.has("table") ? textMaps(start, "table") : Map.of());
    }

    /** Keys with texts or nested mappings. */
    private static Map<String, Object> tree(YamlSection at) throws ConfigException {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (String key : at.keys()) {
            tree.put(key, at.isSection(key) ? tree(at.section(key)) : at.text(key));
        }
        return tree;
    }

    private static Map<String, Map<String, String>> textMaps(YamlSection at, String key) throws ConfigException {
        YamlSection outer = at.section(key);
        Map<String, Map<String, String>> maps = new LinkedHashMap<>();
        for (String name : outer.keys()) {
            maps.put(name, outer.textMap(name));
        }
        return maps;
    }

    private static Optional<LiveBinding> live(YamlSection at, Knob knob, Scope scope, StartupBinding start)
            throws ConfigException {
        if (!at.has("live")) {
            return Optional.empty();
        }
        YamlSection live = at.section("live");
        live.allow("object", "attribute", "exact", "type", "special", "keep", "keep_in_class", "assume", "after");
        LiveBinding.Type type = live.choice("type", LiveBinding.Type.class);
        if ((type == LiveBinding.Type.JSON) != (start instanceof StartupBinding.TableOption)) {
            throw live.refused("type", "expected json for a table option, and for nothing else.");
        }
        String object = live.text("object");
        if (object.contains("{table}") != (scope == Scope.TABLE)) {
            throw live.refused("object", "expected {keyspace} and {table} in it if scope is table, and only then.");
        }
        if (!object.matches("[^:*?]+:[^*?]*\\w=[^*?]+")) {
            throw live.wrong("object", "an MBean's name such as domain:type=Name");
        }
        if (live.texts("attribute").isEmpty()) {
            throw live.wrong("attribute", "an attribute's name, or a list of them");
        }
        Map<String, Long> special = numbers(live, "special");
        for (String value : special.keySet()) {
            code(live, "special", knob, value);
        }
        return Optional.of(new LiveBinding(
                object,
                live.texts("attribute"),
                live.optionalText("exact"),
                type,
                special,
                new HashSet<>(live.texts("keep", List.of())),
                live.has("keep_in_class") ? textMaps(live, "keep_in_class") : Map.of(),
                live.has("assume") ? live.textMap("assume") : Map.of(),
                live.choice("after", LiveBinding.After.class, LiveBinding.After.NOTHING)));
    }
}
