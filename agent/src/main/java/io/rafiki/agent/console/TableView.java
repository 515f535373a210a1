package io.rafiki.agent.console;

import io.rafiki.control.status.TunerStatus;
import io.rafiki.status.Fact;
import io.rafiki.status.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * One virtual table.
 *
 * @param name in queries
 * @param comment what one row is
 * @param columns the first is the partition key; {@link Column#newestFirst} marks the clustering columns that follow it
 * @param rows one value for each column, null if there is none; read from the published status
 */
public record TableView(
        String name, String comment, List<Column> columns, Function<TunerStatus, List<List<Object>>> rows) {

    /**
     * One column.
     *
     * @param name in lower case
     * @param newestFirst whether the rows are ordered by it, greatest value first
     */
    public record Column(String name, Quantity quantity, boolean newestFirst) {}

    public TableView {
        columns = List.copyOf(columns);
    }

    /**
     * A table with one column for each fact and one row for each subject.
     *
     * @param keys the partition key, then the clustering columns
     * @param facts the other columns; those that are keys are left out
     */
    static <S> TableView of(
            String name,
            String comment,
            List<Fact<S>> keys,
            List<Fact<S>> facts,
            Function<TunerStatus, List<S>> subjects) {
        List<Fact<S>> all = new ArrayList<>(keys);
        facts.stream().filter(fact -> !keys.contains(fact)).forEach(all::add);
        return new TableView(
                name,
                comment,
                all.stream()
                        .map(fact -> new Column(fact.column(), fact.quantity(), keys.indexOf(fact) > 0))
                        .toList(),
                status -> subjects.apply(status).stream()
                        .map(subject -> Arrays.asList(
                                all.stream().map(fact -> fact.of(subject)).toArray()))
                        .toList());
    }
}
