package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.trial.Stationarity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ends the phases of a demo by the state of the node. A phase is measured once the JVM has compiled, the tuner had time to decide, no data
 * are rewritten, and throughput is stationary. The measured part has a fixed length. A change within it begins the wait again.
 *
 * <p>If a phase must leave time for the others, it is measured although the node still changes.
 */
final class PhaseController implements ProgressListener {

    /** The client reads a new step of the schedule in a few tenths of a second. */
    private static final int NOTICE = 2;

    private static final int INTERVAL = 15;

    /** What a phase waits for. */
    private enum Stage {
        WARM_UP("the node warms up"),
        SETTLING("the node adapts"),
        MEASURED("measurement");

        private final String text;

        Stage(String text) {
            this.text = text;
        }
    }

    /**
     * The node at one moment.
     *
     * @param compiling share of compile time of its JVM
     * @param rewriting whether it rewrites data because of a change, or makes a trial compaction
     * @param lastChange second of the last change, or of the last begin or end of a rewrite; negative if there was none
     */
    record NodeState(double compiling, boolean rewriting, double lastChange) {}

    private final List<Double> readRatios;
    private final PhaseLimits limits;
    private final List<Integer> begins = new ArrayList<>(List.of(0));
    private final List<TimeRange> measured = new ArrayList<>();
    private Stage stage = Stage.WARM_UP;
    private int longest;
    private int warmAt = -1;
    private int measuredFrom;
    private int end = -1;
    private String shown = "";
    private double nextLine;

    PhaseController(List<Double> readRatios, PhaseLimits limits) {
        this.readRatios = List.copyOf(readRatios);
        this.limits = limits;
        this.longest = limits.longest(readRatios.size(), 0);
    }

    /**
     * Limits the time of the phases when the node is ready.
     *
     * @param start time until then, which the node of the other run needs too
     */
    void startedAfter(Duration start) {
        longest = limits.longest(readRatios.size(), start.toMillis() / 1e3);
    }

    /**
     * Looks at the node.
     *
     * @param second since the first operation
     * @param perSecond operations in each second that is known
     */
    void next(double second, List<Double> perSecond, NodeState node) {
        int known = perSecond.size();
        int begin = begins.get(begins.size() - 1);
        boolean overdue = second >= deadline() - limits.measured();
        if (end >= 0 || known < begin) {
            return;
        }
        if (stage == Stage.WARM_UP && isWarm(second, node)) {
            warmAt = (int) second;
            stage = Stage.SETTLING;
        } else if (stage == Stage.SETTLING && (isSettled(begin, perSecond, node) || overdue)) {
            measuredFrom = known;
            stage = Stage.MEASURED;
        } else if (stage == Stage.MEASURED) {
            boolean changed = node.rewriting() || node.lastChange() > measuredFrom;
            if (changed && !overdue) {
                stage = Stage.SETTLING;
            } else if (known >= measuredFrom + limits.measured()) {
                finish(second);
            }
        }
    }

    private boolean isWarm(double second, NodeState node) {
        return second >= limits.minWarmUp() && (node.compiling() < NodeActivity.DONE || second >= limits.maxWarmUp());
    }

    private boolean isSettled(int begin, List<Double> perSecond, NodeState node) {
        double quiet = Math.max(Math.max(begin + limits.decision(), warmAt), node.lastChange());
        int from = (int) Math.ceil(quiet);
        return !node.rewriting()
                && perSecond.size() >= from + Stationarity.SHOWN_BY
                && Stationarity.holds(perSecond.subList(from, perSecond.size()));
    }

    /** Latest end of the phase, so that the others have their shortest time. */
    private int deadline() {
        return longest - (readRatios.size() - begins.size()) * limits.shortestPhase();
    }

    private void finish(double second) {
        measured.add(new TimeRange(measuredFrom, measuredFrom + limits.measured()));
        int next = (int) Math.ceil(second) + NOTICE;
        if (measured.size() == readRatios.size()) {
            end = Math.max(measuredFrom + limits.measured(), (int) second);
        } else {
            begins.add(next);
            stage = Stage.SETTLING;
        }
    }

    /** Whether the node may be pinned to its own processors. */
    boolean isWarm() {
        return warmAt >= 0;
    }

    /** The second of the end of the warm-up. */
    int warmAt() {
        return warmAt;
    }

    /** The number of phases that have begun or are announced. */
    int count() {
        return begins.size();
    }

    /** Whether the last phase is over. */
    boolean isOver() {
        return end >= 0;
    }

    /** Longest time of all phases. */
    Duration longest() {
        return Duration.ofSeconds(longest);
    }

    /** The phases so far. The last one of a running demo lasts to its latest end. */
    Schedule schedule() {
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < begins.size(); i++) {
            int to = i + 1 < begins.size() ? begins.get(i + 1) : isOver() ? end : begins.get(i) + longest;
            phases.add(new Phase(begins.get(i), to, readRatios.get(i)));
        }
        return new Schedule(phases);
    }

    /** The measured part of each phase that is over. */
    List<Segment> segments() {
        return Segment.ofParts(schedule(), measured);
    }

    @Override
    public List<String> lines(double second, List<Double> perSecond) {
        int number = Math.min(begins.size(), readRatios.size());
        String now = String.format(
                Locale.ROOT,
                "phase     %d of %d: %.0f %% reads, %s",
                number,
                readRatios.size(),
                100 * readRatios.get(number - 1),
                stage.text);
        if (now.equals(shown) && second < nextLine) {
            return List.of();
        }
        shown = now;
        nextLine = second + INTERVAL;
        return List.of(now + LoadProgress.recent(perSecond));
    }
}
