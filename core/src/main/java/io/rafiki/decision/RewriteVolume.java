package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;
import io.rafiki.node.TableFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The compactions by which a new strategy replaces the present data files, by the rules of Cassandra 5.0. Files that the strategy leaves
 * alone do not count.
 *
 * <p>Cassandra starts a table's next compaction when the last one has ended.
 *
 * @param rounds bytes of the compactions of each round: at most one per table and disk, which can run in parallel
 */
public record RewriteVolume(List<List<Long>> rounds) {

    private static final int MOST_INPUTS = 32;
    private static final int LEAST_SIMILAR = 4;
    private static final double SIMILAR_FROM = 0.5;
    private static final double SIMILAR_TO = 1.5;
    private static final long MEBIBYTE = 1 << 20;

    /** Smaller files count as similar: min_sstable_size. */
    private static final long SMALL = 50 * MEBIBYTE;

    public RewriteVolume {
        rounds = List.copyOf(rounds);
    }

    /** A data file, or several files without overlap. */
    record Run(long bytes, boolean old) {}

    /** The standard name of the strategy in a table option, by which its compactions are known, such as {@code Unified(T4)}. */
    public static String strategy(Map<String, String> option) {
        String name = option.getOrDefault("class", "");
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return switch (simple) {
            case "SizeTieredCompactionStrategy" -> "SizeTiered";
            case "LeveledCompactionStrategy" -> "Leveled";
            case "UnifiedCompactionStrategy" -> "Unified(" + option.getOrDefault("scaling_parameters", "T4") + ")";
            default -> simple;
        };
    }

    /**
     * The volume of a change of some tables. A strategy without rules here counts as leveled, which rewrites all files.
     *
     * @param change has the standard names of the strategies
     */
    public static RewriteVolume of(Change change, Collection<TableFiles> tables) {
        return of(change, tables, 0);
    }

    /** The same with another size of the flushes, by the deviation of {@link TableFiles#flush}. The unified strategy's levels depend on it. */
    static RewriteVolume of(Change change, Collection<TableFiles> tables, double deviation) {
        List<List<Long>> rounds = new ArrayList<>();
        for (TableFiles files : tables) {
            List<Long> own = files.bytes().isEmpty() || change.cost() != ChangeCost.REWRITES_DATA
                    ? List.of()
                    : compactions(
                            String.valueOf(change.from()), String.valueOf(change.to()), files, files.flush(deviation));
            for (int i = 0; i < own.size(); i++) {
                if (rounds.size() == i) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(i).add(own.get(i));
            }
        }
        return new RewriteVolume(rounds);
    }

    /** Bytes of the compactions of one table, in their order. */
    private static List<Long> compactions(String from, String to, TableFiles table, double flush) {
        List<Long> files = table.bytes();
        if (to.equals("SizeTiered")) {
            return sizeTiered(files);
        }
        // the files of one level do not overlap
        List<Long> runs = from.equals("Leveled") ? List.of(sum(files)) : files;
        return UnifiedLevels.parameters(to)
                .map(scaling -> new UnifiedLevels(scaling, flush, table.disks()).compactions(runs))
                .orElseGet(() -> leveled(files));
    }

    /** All files are in level 0. Each compaction replaces the 32 oldest of them and all of level 1. */
    private static List<Long> leveled(List<Long> files) {
        List<Long> compactions = new ArrayList<>();
        long level = 0;
        for (int i = 0; i < files.size(); i += MOST_INPUTS) {
            level += sum(files.subList(i, Math.min(files.size(), i + MOST_INPUTS)));
            compactions.add(level);
        }
        return compactions;
    }

    private static List<Long> sizeTiered(List<Long> files) {
        List<Long> compactions = new ArrayList<>();
        List<Run> runs = files.stream().map(bytes -> new Run(bytes, true)).toList();
        int before;
        do {
            before = compactions.size();
            List<Run> next = new ArrayList<>();
            similar(runs).forEach(bucket -> next.addAll(compacted(bucket, compactions)));
            runs = next;
        } while (compactions.size() > before);
        return compactions;
    }

    private static List<List<Run>> similar(List<Run> runs) {
        List<List<Run>> buckets = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Long> sums = new ArrayList<>();
        runs.stream().sorted(Comparator.comparingLong(Run::bytes)).forEach(run -> {
            int last = buckets.size() - 1;
            boolean fits = last >= 0
                    && ((run.bytes() > SIMILAR_FROM * means.get(last) && run.bytes() < SIMILAR_TO * means.get(last))
                            || (run.bytes() < SMALL && means.get(last) < SMALL));
            if (!fits) {
                buckets.add(new ArrayList<>());
                means.add(0.0);
                sums.add(0L);
                last++;
            }
            buckets.get(last).add(run);
            sums.set(last, sums.get(last) + run.bytes());
            means.set(last, (double) sums.get(last) / buckets.get(last).size());
        });
        return buckets;
    }

    /** The files after the compaction of some of them, which counts if it replaces one from before the change. */
    private static List<Run> compacted(List<Run> files, List<Long> compactions) {
        List<Run> inputs = files.subList(0, Math.min(files.size(), MOST_INPUTS));
        if (inputs.size() < LEAST_SIMILAR || inputs.stream().noneMatch(Run::old)) {
            return files;
        }
        long bytes = inputs.stream().mapToLong(Run::bytes).sum();
        compactions.add(bytes);
        List<Run> next = new ArrayList<>(files.subList(inputs.size(), files.size()));
        next.add(new Run(bytes, false));
        return next;
    }

    private static long sum(List<Long> bytes) {
        return bytes.stream().mapToLong(Long::longValue).sum();
    }

    /** Bytes that the compactions read. */
    public long bytes() {
        return rounds.stream().mapToLong(RewriteVolume::sum).sum();
    }

    /**
     * The duration in seconds.
     *
     * @param rate bytes per second of one compactor
     * @param compactors compactions that advance at that rate at the same time
     * @param throttle bytes per second of all compactions together; empty without a limit
     */
    double seconds(double rate, double compactors, OptionalDouble throttle) {
        double limit = throttle.orElse(Double.POSITIVE_INFINITY);
        double seconds = 0;
        for (List<Long> round : rounds) {
            double together = Math.min(limit, rate * Math.min(compactors, round.size()));
            long longest = round.stream().mapToLong(Long::longValue).max().orElse(0);
            seconds += Math.max(sum(round) / together, longest / Math.min(limit, rate));
        }
        return seconds;
    }
}
