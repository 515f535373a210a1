package io.rafiki.agent.console;

import io.rafiki.control.Operator;
import java.util.List;
import java.util.function.Function;

/**
 * One table of the console.
 *
 * @param name as queries name it
 * @param comment what a row is, for people
 * @param columns the first is the key of the partition; those that are {@link Column#newestFirst} order its rows
 * @param rows one value a column, null where there is none; asks nobody and waits for nobody
 */
public record TableView(
        String name, String comment, List<Column> columns, Function<Operator, List<List<Object>>> rows) {

    /** What a column holds. */
    public enum Type {
        /** {@link String}. */
        TEXT,
        /** {@link Long}. */
        COUNT,
        /** {@link Double}. */
        NUMBER,
        /** {@link java.time.Instant}. */
        TIME
    }

    /**
     * One column.
     *
     * @param name in lower case
     * @param newestFirst whether the rows are ordered by it, greatest first
     */
    public record Column(String name, Type type, boolean newestFirst) {

        static Column of(String name, Type type) {
            return new Column(name, type, false);
        }
    }

    public TableView {
        columns = List.copyOf(columns);
    }
}
