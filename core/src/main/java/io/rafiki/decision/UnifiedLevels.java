package io.rafiki.decision;

import io.rafiki.decision.RewriteVolume.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The levels of the unified strategy, by the rules of Cassandra 5.0, for files that cover all tokens of their disk.
 *
 * <p>A level takes files below the fan-out times the limit of the previous one. The base of the first limit is less than a flush.
 */
final class UnifiedLevels {

    private static final double MEBIBYTE = 1 << 20;

    /** Share of the flush size that the base lacks at a fan-out of 1: {@code Controller.getBaseSstableSize}. */
    private static final double LEEWAY = 0.9;

    private static final Pattern PARAMETERS = Pattern.compile("Unified\\((.+)\\)");
    private static final Pattern PARAMETER = Pattern.compile("N|[LT](?:[2-9]|[1-9]\\d{1,3})|[+-]?\\d{1,4}");

    /** Scaling parameter of each level as an integer: -2 for L4, 0 for N, 2 for T4. Further levels have the last one. */
    private final List<Integer> scaling;

    private final double firstLimit;

    /**
     * @param scaling scaling parameter of each level as an integer; further levels have the last one
     * @param flush mean bytes on disk of a flush; the strategy rounds it up to a mebibyte, and takes one before the first flush
     * @param disks number of disks; the limits are densities, so that a file of one disk counts as often
     */
    UnifiedLevels(List<Integer> scaling, double flush, int disks) {
        this.scaling = List.copyOf(scaling);
        double base = MEBIBYTE * Math.max(1, Math.ceil(flush / MEBIBYTE)) * (1 - LEEWAY / fanout(0));
        firstLimit = Math.floor(base * fanout(0) / disks);
    }

    /** The scaling parameters of a strategy such as {@code Unified(T4)} or {@code Unified(T8,L4)}; empty for any other text. */
    static Optional<List<Integer>> parameters(String strategy) {
        Matcher parameters = PARAMETERS.matcher(strategy);
        if (!parameters.matches()) {
            return Optional.empty();
        }
        List<Integer> scaling = new ArrayList<>();
        for (String part : parameters.group(1).split(",", -1)) {
            String parameter = part.trim();
            if (!PARAMETER.matcher(parameter).matches()) {
                return Optional.empty();
            }
            scaling.add(integer(parameter));
        }
        return Optional.of(scaling);
    }

    private static int integer(String parameter) {
        return switch (parameter.charAt(0)) {
            case 'N' -> 0;
            case 'L' -> 2 - Integer.parseInt(parameter.substring(1));
            case 'T' -> Integer.parseInt(parameter.substring(1)) - 2;
            default -> Integer.parseInt(parameter);
        };
    }

    private int scaling(int level) {
        return scaling.get(Math.min(level, scaling.size() - 1));
    }

    private int fanout(int level) {
        return 2 + Math.abs(scaling(level));
    }

    /** Number of files from which a level is compacted. */
    private int threshold(int level) {
        return 2 + Math.max(0, scaling(level));
    }

    /** Bytes of the compactions that replace some files, in their order. */
    List<Long> compactions(List<Long> files) {
        Map<Integer, List<Run>> levels = new TreeMap<>();
        files.forEach(bytes -> add(levels, new Run(bytes, true)));
        List<Long> all = new ArrayList<>();
        OptionalInt next = next(levels);
        while (next.isPresent()) {
            List<Run> level = levels.get(next.getAsInt());
            List<Run> inputs = level.subList(0, together(next.getAsInt(), level.size()));
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
        for (double limit = firstLimit; run.bytes() >= limit; limit = Math.floor(limit * fanout(level))) {
            level++;
        }
        levels.computeIfAbsent(level, none -> new ArrayList<>()).add(run);
    }

    /** The next level to compact. Of those with enough files and an old one, it has the most files; of two equal ones it is the lower. */
    private OptionalInt next(Map<Integer, List<Run>> levels) {
        int next = -1;
        int most = 0;
        for (Map.Entry<Integer, List<Run>> level : levels.entrySet()) {
            List<Run> runs = level.getValue();
            if (runs.size() > most
                    && runs.size() >= threshold(level.getKey())
                    && runs.stream().anyMatch(Run::old)) {
                next = level.getKey();
                most = runs.size();
            }
        }
        return next < 0 ? OptionalInt.empty() : OptionalInt.of(next);
    }

    /** Files of a level that are compacted together, the oldest first: all, or of very many as many as fill a later level. */
    private int together(int level, int files) {
        int next = level + 1;
        long power = (long) fanout(level) * fanout(next);
        if (files <= power) {
            return files;
        }
        next++;
        while (power * fanout(next) <= files) {
            power *= fanout(next);
            next++;
        }
        return (int) (scaling(level) < 0 ? power * (files / power) : power);
    }
}
