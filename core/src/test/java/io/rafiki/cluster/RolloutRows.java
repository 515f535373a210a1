package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Roll-outs in memory, newest first. */
final class RolloutRows implements RolloutTable {

    private final Map<Long, Row> rows = new TreeMap<>(Comparator.reverseOrder());
    private String paused = "";

    List<Row> all() {
        return List.copyOf(rows.values());
    }

    @Override
    public List<Row> latest(int most, boolean isFinal) {
        return rows.values().stream().limit(most).toList();
    }

    @Override
    public Result begin(Rollout first) {
        return result(rows.putIfAbsent(first.plan().number(), new Row(first, 0)) == null);
    }

    @Override
    public Result replace(long version, Rollout next) {
        return result(replaced(version, next).isPresent());
    }

    /** Replaces a roll-out if its row still has a version, and returns the former one. */
    Optional<Rollout> replaced(long version, Rollout next) {
        Row row = rows.get(next.plan().number());
        if (row == null || row.version() != version) {
            return Optional.empty();
        }
        rows.put(next.plan().number(), new Row(next, version + 1));
        return Optional.of(row.rollout());
    }

    @Override
    public String paused() {
        return paused;
    }

    @Override
    public Result pause(String reason) {
        boolean isNew = !paused.equals(reason);
        paused = reason;
        return result(isNew);
    }

    private static Result result(boolean isApplied) {
        return isApplied ? Result.APPLIED : Result.REFUSED;
    }

    /** Another node writes the same row again. */
    void rewrite(long number) {
        rows.computeIfPresent(number, (key, row) -> new Row(row.rollout(), row.version() + 1));
    }

    void clear() {
        rows.clear();
        paused = "";
    }
}
