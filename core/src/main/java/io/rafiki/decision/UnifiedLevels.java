package io.rafiki.decision;

import io.rafiki.decision.RewriteVolume.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The levels of the unified strategy, by the rules of Cassandra 5.0, for files that cover all tokens of their disk.
 *
 * <p>A level takes files below the fan-out times the limit of the previous one. The base of the first limit is less than a flush.
 */
final class UnifiedLevels {

    private static final double MEBIBYTE = 1 << 20;

    /** Share of the flush size that the base lacks at a fan-out of 1: {@code Controller.getBaseSstableSize}. */
    private static final double LEEWAY = 0.9;

    private final int fanout;

    /** Number of files from which a level is compacted. */
    private final int threshold;

    private final double firstLimit;

    /**
     * @param parameter scaling parameter, such as L4, N or T4
     * @param flush mean bytes on disk of a flush; the strategy rounds it up to a mebibyte, and takes one before the first flush
     * @param disks number of disks; the limits are densities, so that a file of one disk counts as often
     */
    UnifiedLevels(String parameter, double flush, int disks) {
        fanout = parameter.equals("N") ? 2 : Integer.parseInt(parameter.substring(1));
        threshold = parameter.startsWith("T") ? fanout : 2;
        double base = MEBIBYTE * Math.max(1, Math.ceil(flush / MEBIBYTE)) * (1 - LEEWAY / fanout);
        firstLimit = Math.floor(base * fanout / disks);
    }

    /** Bytes of the compactions that replace some files, in their order. */
    List<Long> compactions(List<Long> files) {
        Map<Integer, List<Run>> levels = new TreeMap<>();
        files.forEach(bytes -> add(levels, new Run(bytes, true)));
        List<Long> all = new ArrayList<>();
        Optional<List<Run>> next = next(levels);
        while (next.isPresent()) {
            List<Run> inputs = next.get().subList(0, together(next.get().size()));
            long bytes = inputs.stream().mapToLong(Run::bytes).sum();
            inputs.clear();
            add(levels, new Run(bytes, false));
            all.add(bytes);
            next = next(levels);
        }
        return all;
    }

    private void add(Map<Integer, List<Run>> levels, Run run) {
        int level = 0;
        for (double limit = firstLimit; run.bytes() >= limit; limit = Math.floor(limit * fanout)) {
            level++;
        }
        levels.computeIfAbsent(level, none -> new ArrayList<>()).add(run);
    }

    /** The next level to compact. Of those with enough files and an old one, it has the most files; of two equal ones it is the lower. */
    private Optional<List<Run>> next(Map<Integer, List<Run>> levels) {
        return levels.values().stream()
                .filter(level -> level.size() >= threshold && level.stream().anyMatch(Run::old))
                .max(Comparator.comparingInt(List::size));
    }

    /** Files of a level that are compacted together, the oldest first: all, or of very many as many as fill a later level. */
    private int together(int files) {
        int power = fanout * fanout;
        if (files <= power) {
            return files;
        }
        while (power * fanout <= files) {
            power *= fanout;
        }
        return threshold == fanout ? power : power * (files / power);
    }
}
