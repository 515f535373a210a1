package io.rafiki.cluster;

import io.rafiki.cluster.RolloutTable.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Roll-outs in memory, newest first. */
final class RolloutRows {

    private final Map<Long, Row> rows = new TreeMap<>(Comparator.reverseOrder());

    List<Row> latest(int most) {
        return rows.values().stream().limit(most).toList();
    }

    boolean begin(Rollout first) {
        return rows.putIfAbsent(first.plan().number(), new Row(first, 0)) == null;
    }

    /** Replaces a roll-out if its row still has a version, and returns the former one. */
    Optional<Rollout> replace(long version, Rollout next) {
        Row row = rows.get(next.plan().number());
        if (row == null || row.version() != version) {
            return Optional.empty();
        }
        rows.put(next.plan().number(), new Row(next, version + 1));
        return Optional.of(row.rollout());
    }

    /** Another node writes the same row again. */
    void rewrite(long number) {
        rows.computeIfPresent(number, (key, row) -> new Row(row.rollout(), row.version() + 1));
    }

    void clear() {
        rows.clear();
    }
}
