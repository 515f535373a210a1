package io.rafiki.trainer.validate;

import io.rafiki.trainer.table.MeasuredTable;
import java.util.List;
import java.util.Map;

/**
 * What a validation found out.
 *
 * @param table that was used
 * @param recipe of the ensemble, in words
 * @param repeats of each protocol and size
 * @param seed of all draws
 * @param methods name to description, in the order of the rows
 * @param sections one per protocol
 * @param treatments what was done to the data, and what went differently than asked for, a line each
 */
public record ValidationResult(
        MeasuredTable table,
        String recipe,
        int repeats,
        long seed,
        Map<String, String> methods,
        List<Section> sections,
        List<String> treatments) {

    static final String ENSEMBLE = "ensemble";
    static final String NETWORK = "network";

    public ValidationResult {
        sections = List.copyOf(sections);
        treatments = List.copyOf(treatments);
    }

    /** The ensemble's predictions of the first protocol. */
    Pairs pairs() {
        return sections.get(0).pairs();
    }

    /**
     * One protocol's figures.
     *
     * @param protocol its name
     * @param rule its rule, in words
     * @param rows by size, then by method
     * @param pairs the ensemble's predictions at the greatest size
     */
    record Section(String protocol, String rule, List<Row> rows, Pairs pairs) {
        Section {
            rows = List.copyOf(rows);
        }

        /** The protocol in brackets, where it does not go without saying. */
        String aside() {
            return protocol.equals(DrawnRows.NAME) ? "" : " (" + protocol + " withheld)";
        }

        List<Integer> sizes() {
            return rows.stream().map(Row::trainSize).distinct().toList();
        }

        int greatestSize() {
            return rows.get(rows.size() - 1).trainSize();
        }

        List<Row> rows(int size) {
            return rows.stream().filter(row -> row.trainSize() == size).toList();
        }
    }
}
