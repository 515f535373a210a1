package io.rafiki.agent.console;

import static io.rafiki.status.Quantity.COUNT;
import static io.rafiki.status.Quantity.TEXT;

import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.status.KnobRow;
import io.rafiki.workload.Window;
import java.util.List;
import java.util.Map;

/** The tuner's facts as virtual tables. */
public final class TableViews {

    /** The keyspace of the tables. */
    public static final String KEYSPACE = "rafiki";

    private static final Fact<DecisionRecord> NUMBER =
            new Fact<>("number", COUNT, "Number", "Number of the decision", DecisionRecord::number);

    private static final Fact<Window> WINDOW_END = Facts.WINDOW.stream()
            .filter(fact -> fact.name().equals("windowEnd"))
            .findFirst()
            .orElseThrow();

    public static final List<TableView> ALL = List.of(
            TableView.of(
                    "status",
                    "The state of the tuner, one fact per row",
                    List.of(new Fact<>("name", TEXT, "Name", "Name of the MBean attribute", StatusRow::name)),
                    List.of(
                            new Fact<>("value", TEXT, "Value", "Value as text", StatusRow::value),
                            new Fact<>("meaning", TEXT, "Meaning", "Description of the fact", StatusRow::meaning)),
                    status -> Facts.STATUS.stream()
                            .map(fact -> StatusRow.of(fact, status))
                            .toList()),
            TableView.of(
                    "workload",
                    "The last windows of operations on user tables, newest first",
                    List.of(partition(), WINDOW_END),
                    Facts.WINDOW,
                    status -> status.past().windows()),
            TableView.of(
                    "knobs",
                    "Every knob that can be read live: its values, who set it and when",
                    Facts.KNOB.subList(0, 1),
                    Facts.KNOB,
                    KnobRow::of),
            TableView.of(
                    "decisions",
                    "The last decisions, newest first, including those before the last restart",
                    List.of(partition(), NUMBER),
                    Facts.DECISION,
                    status -> status.past().decisions()),
            TableView.of(
                    "model",
                    "The loaded model: file, engine, training domain, provenance, differences from this node",
                    List.of(new Fact<Map.Entry<String, String>>(
                            "name", TEXT, "Name", "Name of the property", Map.Entry::getKey)),
                    List.of(new Fact<>("value", TEXT, "Value", "Value as text", Map.Entry::getValue)),
                    status -> List.copyOf(status.model().entrySet())));

    private TableViews() {}

    /** The one partition of a table whose rows are ordered by time, as in {@code system.local}. */
    private static <S> Fact<S> partition() {
        return new Fact<>("key", TEXT, "Key", "The partition key", subject -> "local");
    }

    /** A fact about the tuner with its value as text. */
    private record StatusRow(String name, String value, String meaning) {

        static StatusRow of(Fact<TunerStatus> fact, TunerStatus status) {
            Object value = fact.of(status);
            return new StatusRow(fact.capitalised(), value == null ? "" : value.toString(), fact.description());
        }
    }
}
