package io.rafiki.decision;

import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The node before a change, with which later windows are compared: its last windows of one workload and demand together.
 *
 * @param window these windows as one
 * @param length length of one of them
 * @param scatter relative standard deviation of the latency between windows of one workload; 0 if too few were seen
 * @param error relative standard error of the mean latency, from the scatter
 */
public record Baseline(Window window, Duration length, double scatter, double error) {

    /** Most windows of a baseline; older ones are too old. */
    private static final int MOST = 10;

    /** Windows that count as an independent one, because compactions come and go over several windows. */
    private static final double DEPENDENT = 5;

    /** Largest distance of two windows whose difference counts as scatter, and fewest such differences. */
    private static final int FARTHEST = 10;

    private static final int FEWEST = 10;

    /** Standard deviations per median of the absolute deviations from the mean, of a normal distribution. */
    private static final double MEDIANS = 1.4826;

    /** The baseline of one window. */
    static Baseline of(Window window) {
        return new Baseline(window, window.length(), 0, 0);
    }

    /**
     * The baseline of a change.
     *
     * @param usual valid windows without temporary work of the node, oldest first
     * @param last the last window of any kind
     * @param changes times of the changes before, in chronological order
     * @param coolDown time after a change in which windows are no baseline
     * @param limits their threshold is the largest difference of one demand
     * @param test test for a changed workload
     * @return empty if no window has operations
     */
    public static Optional<Baseline> of(
            List<Window> usual,
            Optional<Window> last,
            List<Instant> changes,
            Duration coolDown,
            RegressionLimits limits,
            ChangeTest test) {
        Optional<Window> now = last.filter(Window::valid).or(() -> newest(usual));
        Optional<Instant> since = newest(changes).map(at -> at.plus(coolDown));
        List<Window> same = withLatency(usual.stream()
                .filter(window ->
                        now.filter(present -> test.differs(window, present)).isEmpty())
                .toList());
        List<Window> after = same.stream()
                .filter(window -> since.filter(window.start()::isBefore).isEmpty())
                .toList();
        List<Window> chosen = !after.isEmpty()
                ? alike(after, limits)
                : newest(same).or(() -> last.filter(window -> window.operations() > 0)).stream()
                        .toList();
        if (chosen.isEmpty()) {
            return Optional.empty();
        }
        double scatter = scatter(usual, changes, test);
        double independent = Math.max(1, chosen.size() / DEPENDENT);
        return Optional.of(new Baseline(
                Window.together(chosen),
                chosen.get(chosen.size() - 1).length(),
                scatter,
                scatter / Math.sqrt(independent)));
    }

    /** Those that later windows can be compared with; all windows if there are none. */
    private static List<Window> withLatency(List<Window> windows) {
        List<Window> some =
                windows.stream().filter(window -> window.latency().isMeasured()).toList();
        return some.isEmpty() ? windows : some;
    }

    private static <T> Optional<T> newest(List<T> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** The last windows with the demand of the last one. */
    private static List<Window> alike(List<Window> windows, RegressionLimits limits) {
        double demand = windows.get(windows.size() - 1).operationsPerSecond();
        List<Window> alike = windows.stream()
                .filter(window -> Math.abs(window.operationsPerSecond() / demand - 1) <= limits.regressionThreshold())
                .toList();
        return alike.subList(Math.max(0, alike.size() - MOST), alike.size());
    }

    /** From the differences between near windows of one configuration. */
    private static double scatter(List<Window> windows, List<Instant> changes, ChangeTest test) {
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            for (int j = i + 1; j < Math.min(windows.size(), i + 1 + FARTHEST); j++) {
                Window one = windows.get(i);
                Window other = windows.get(j);
                if (!test.differs(one, other) && !isChanged(changes, one.start(), other.end())) {
                    double longer = OutcomeTest.longer(one, other);
                    if (Double.isFinite(longer)) {
                        differences.add(Math.abs(Math.log1p(longer)));
                    }
                }
            }
        }
        if (differences.size() < FEWEST) {
            return 0;
        }
        double median = differences.stream().sorted().toList().get(differences.size() / 2);
        return MEDIANS * median / Math.sqrt(2);
    }

    private static boolean isChanged(List<Instant> changes, Instant from, Instant to) {
        return changes.stream().anyMatch(at -> at.isAfter(from) && at.isBefore(to));
    }
}
