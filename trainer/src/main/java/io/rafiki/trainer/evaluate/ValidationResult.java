package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.table.MeasuredTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    public static final String ENSEMBLE = "ensemble";
    public static final String NETWORK = "network";

    public ValidationResult {
        sections = List.copyOf(sections);
        treatments = List.copyOf(treatments);
    }

    /** The ensemble's predictions of the first protocol. */
    public PredictionPairs pairs() {
        return sections.get(0).pairs();
    }

    /** The least published error for this table and number of training rows, if a publication has the same protocol. */
    public Optional<PublishedFigure> published(Section section, int size) {
        return section.isRandom() ? PublishedFigure.best(table, size) : Optional.empty();
    }

    /** The figures of a protocol, if it was possible. */
    public Optional<Section> section(String protocol) {
        return sections.stream()
                .filter(section -> section.protocol().equals(protocol))
                .findFirst();
    }

    /**
     * One protocol's figures.
     *
     * @param protocol its name
     * @param rule its rule, in words
     * @param rows by size, then by method
     * @param pairs the ensemble's predictions at the greatest size
     * @param gains coverage of its predicted gains at that size
     */
    public record Section(
            String protocol, String rule, List<ResultRow> rows, PredictionPairs pairs, GainCoverage gains) {
        public Section {
            rows = List.copyOf(rows);
        }

        /** Whether the rows are split at random, and no group is held out as a whole. */
        public boolean isRandom() {
            return protocol.equals(RandomSplit.NAME);
        }

        /** The protocol in brackets, where it does not go without saying. */
        public String aside() {
            return isRandom() ? "" : " (" + protocol + " held out)";
        }

        public List<Integer> sizes() {
            return rows.stream().map(ResultRow::trainSize).distinct().toList();
        }

        public int greatestSize() {
            return rows.get(rows.size() - 1).trainSize();
        }

        public List<ResultRow> rows(int size) {
            return rows.stream().filter(row -> row.trainSize() == size).toList();
        }
    }
}
