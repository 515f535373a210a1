package io.rafiki.agent.console;

import static io.rafiki.agent.console.TableView.Type.COUNT;
import static io.rafiki.agent.console.TableView.Type.NUMBER;
import static io.rafiki.agent.console.TableView.Type.TEXT;
import static io.rafiki.agent.console.TableView.Type.TIME;

import io.rafiki.agent.console.TableView.Column;
import io.rafiki.control.DecisionRecord;
import io.rafiki.control.KnobState;
import io.rafiki.control.Operator;
import io.rafiki.control.TunerStatus;
import io.rafiki.decision.Plan;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of the console: the words of the MBean, one fact a row. All are read from what the tuner has published. */
public final class TableViews {

    /** The keyspace that they appear in. */
    public static final String KEYSPACE = "rafiki";

    /** The one partition of a table whose rows are ordered by time, as in {@code system.local}. */
    private static final String KEY = "local";

    public static final List<TableView> ALL = List.of(
            new TableView(
                    "status",
                    "What the tuner does and waits for: the scalar attributes of the MBean io.rafiki:type=Tuner",
                    List.of(Column.of("name", TEXT), Column.of("value", TEXT), Column.of("meaning", TEXT)),
                    TableViews::status),
            new TableView(
                    "workload",
                    "The last windows of operations on user tables, newest first",
                    windowColumns(),
                    TableViews::workload),
            new TableView(
                    "knobs",
                    "Every knob that can be read live: what it held at start, holds now, what is ours, who set it and when",
                    List.of(
                            Column.of("knob", TEXT),
                            Column.of("yaml", TEXT),
                            Column.of("live", TEXT),
                            Column.of("ours", TEXT),
                            Column.of("proposed", TEXT),
                            Column.of("set_by", TEXT),
                            Column.of("set_at", TIME),
                            Column.of("change", TEXT)),
                    TableViews::knobs),
            new TableView(
                    "decisions",
                    "The last decisions, newest first, those before the last restart included",
                    List.of(
                            Column.of("key", TEXT),
                            new Column("number", COUNT, true),
                            Column.of("id", TEXT),
                            Column.of("at", TIME),
                            Column.of("kind", TEXT),
                            Column.of("code", TEXT),
                            Column.of("reason", TEXT),
                            Column.of("gain_percent", NUMBER),
                            Column.of("gain_deviation_percent", NUMBER),
                            Column.of("read_ratio", NUMBER),
                            Column.of("configuration", TEXT),
                            Column.of("changes", TEXT),
                            Column.of("read_back", TEXT),
                            Column.of("verdict", TEXT)),
                    TableViews::decisions),
            new TableView(
                    "model",
                    "The loaded model: file, loader, trained range, provenance, what of it differs from this node",
                    List.of(Column.of("name", TEXT), Column.of("value", TEXT)),
                    TableViews::model));

    private TableViews() {}

    private static List<List<Object>> status(Operator tuner) {
        List<List<Object>> rows = new ArrayList<>();
        for (Attribute attribute : MBeanDescriptor.ATTRIBUTES) {
            if (!attribute.type().contains(MBeanDescriptor.DATA)) {
                rows.add(
                        row(attribute.name(), String.valueOf(attribute.value().apply(tuner)), attribute.description()));
            }
        }
        rows.add(row(
                "AsOf", tuner.status().past().at().toString(), "When the tuner last said so; it does so each sample"));
        return rows;
    }

    private static List<Column> windowColumns() {
        List<Column> columns = new ArrayList<>(
                List.of(Column.of("key", TEXT), new Column("window_end", TIME, true), Column.of("window_start", TIME)));
        WindowMetric.ALL.forEach(figure -> columns.add(Column.of(figure.column(), figure.count() ? COUNT : NUMBER)));
        columns.add(Column.of("state", TEXT));
        columns.add(Column.of("detail", TEXT));
        return columns;
    }

    private static List<List<Object>> workload(Operator tuner) {
        List<List<Object>> rows = new ArrayList<>();
        for (Window window : tuner.status().past().windows()) {
            List<Object> row = new ArrayList<>(row(KEY, window.end(), window.start()));
            WindowMetric.ALL.forEach(
                    figure -> row.add(figure.of(window) instanceof Double number ? number(number) : figure.of(window)));
            row.add(window.state().toString());
            row.add(window.defect().map(ReasonText::of).orElse(null));
            rows.add(row);
        }
        return rows;
    }

    private static List<List<Object>> knobs(Operator tuner) {
        TunerStatus status = tuner.status();
        Map<String, Object> proposed =
                status.pending().map(Plan::to).map(to -> to.toMap()).orElse(Map.of());
        List<List<Object>> rows = new ArrayList<>();
        for (KnobState knob : status.past().knobs()) {
            rows.add(row(
                    knob.knob(),
                    knob.yaml(),
                    knob.live(),
                    knob.ours().orElse(null),
                    Optional.ofNullable(proposed.get(knob.knob()))
                            .map(String::valueOf)
                            .orElse(null),
                    knob.setBy(),
                    knob.setAt(),
                    knob.change()));
        }
        return rows;
    }

    private static List<List<Object>> decisions(Operator tuner) {
        List<List<Object>> rows = new ArrayList<>();
        for (DecisionRecord decided : tuner.status().past().decisions()) {
            rows.add(row(
                    KEY,
                    decided.number(),
                    decided.id(),
                    decided.at(),
                    decided.kind(),
                    decided.reason().code(),
                    decided.reasonText(),
                    number(decided.gainPercent()),
                    number(decided.gainDeviationPercent()),
                    number(decided.readRatio()),
                    text(decided.configuration()),
                    text(decided.changes()),
                    text(decided.readBackText()),
                    text(decided.verdictText())));
        }
        return rows;
    }

    private static List<List<Object>> model(Operator tuner) {
        List<List<Object>> rows = new ArrayList<>();
        tuner.status().model().forEach((name, value) -> rows.add(row(name, value)));
        return rows;
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String text(String value) {
        return value.isEmpty() ? null : value;
    }

    /** Unlike {@code List.of}, with nulls. */
    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }
}
