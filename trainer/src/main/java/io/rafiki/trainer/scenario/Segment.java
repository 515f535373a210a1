package io.rafiki.trainer.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The seconds of a schedule whose measurements are reported together.
 *
 * @param name such as {@code 90 % reads}
 * @param parts at least one, in order and without overlap
 */
record Segment(String name, List<TimeRange> parts) {

    private static final double READ_HEAVY = 0.75;
    private static final double WRITE_HEAVY = 0.25;

    Segment {
        parts = List.copyOf(parts);
    }

    /** Phases by their share of reads. */
    private enum ReadClass {
        READS("reads (75 % or more)"),
        BOTH("both"),
        WRITES("writes (75 % or more)");

        private final String text;

        ReadClass(String text) {
            this.text = text;
        }

        private static ReadClass of(double readRatio) {
            return readRatio >= READ_HEAVY ? READS : readRatio <= WRITE_HEAVY ? WRITES : BOTH;
        }
    }

    /**
     * One segment for each phase that has a measured part.
     *
     * @param measured the measured parts of the first phases
     */
    static List<Segment> ofParts(Schedule schedule, List<TimeRange> measured) {
        List<String> names = schedule.phases().stream()
                .map(phase -> Math.round(100 * phase.readRatio()) + " % reads")
                .toList();
        return IntStream.range(0, measured.size())
                .mapToObj(i -> {
                    int earlier = Collections.frequency(names.subList(0, i), names.get(i));
                    String name = names.get(i) + (earlier == 0 ? "" : " (" + (earlier + 1) + ")");
                    return new Segment(name, List.of(measured.get(i)));
                })
                .toList();
    }

    /**
     * One segment for each class of read ratio that occurs.
     *
     * @param start seconds before it are excluded
     */
    static List<Segment> ofReadClasses(Schedule schedule, double start) {
        Map<ReadClass, List<TimeRange>> classes = new EnumMap<>(ReadClass.class);
        for (Phase phase : schedule.phases()) {
            if (phase.from() >= start) {
                append(classes.computeIfAbsent(ReadClass.of(phase.readRatio()), unseen -> new ArrayList<>()), phase);
            }
        }
        return classes.entrySet().stream()
                .map(entry -> new Segment(entry.getKey().text, entry.getValue()))
                .toList();
    }

    private static void append(List<TimeRange> parts, Phase phase) {
        int last = parts.size() - 1;
        if (last >= 0 && parts.get(last).to() == phase.from()) {
            parts.set(last, new TimeRange(parts.get(last).from(), phase.to()));
        } else {
            parts.add(new TimeRange(phase.from(), phase.to()));
        }
    }

    /** All seconds of some segments. */
    static Segment all(List<Segment> segments) {
        return new Segment(
                "all",
                segments.stream().flatMap(segment -> segment.parts().stream()).toList());
    }

    /** The second after the last. */
    double end() {
        return parts.stream().mapToDouble(TimeRange::to).max().orElseThrow();
    }
}
