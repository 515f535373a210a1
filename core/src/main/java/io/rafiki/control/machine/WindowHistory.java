package io.rafiki.control.machine;

import io.rafiki.decision.Baseline;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last windows, oldest first.
 *
 * @param all of any kind
 * @param usual the valid ones without temporary work of the node, such as a rewrite of data
 * @param changes times of Rafiki's last changes
 */
public record WindowHistory(List<Window> all, List<Window> usual, List<Instant> changes) {

    /** Before the first window. */
    static final WindowHistory NONE = new WindowHistory(List.of(), List.of(), List.of());

    /** Kept windows of each kind, one hour at the default length, and kept changes. */
    private static final int MOST = 120;

    public WindowHistory {
        all = List.copyOf(all);
        usual = List.copyOf(usual);
        changes = List.copyOf(changes);
    }

    /**
     * The windows with another one.
     *
     * @param disturbed whether temporary work of the node affected it
     */
    WindowHistory with(Window closed, boolean disturbed) {
        return new WindowHistory(
                with(all, closed), disturbed || !closed.valid() ? usual : with(usual, closed), changes);
    }

    /** The windows after a change of the node. */
    WindowHistory changed(Instant at) {
        return new WindowHistory(all, usual, with(changes, at));
    }

    private static <T> List<T> with(List<T> former, T another) {
        List<T> next = new ArrayList<>(former);
        next.add(another);
        return next.subList(Math.max(0, next.size() - MOST), next.size());
    }

    /** The last window of any kind; empty before the first one has ended. */
    Optional<Window> last() {
        return newest(all);
    }

    private static <T> Optional<T> newest(List<T> some) {
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(some.size() - 1));
    }

    /** The window before the last one. */
    Optional<Window> before() {
        return all.size() < 2 ? Optional.empty() : Optional.of(all.get(all.size() - 2));
    }

    /** Time of the last change; empty before the first one. */
    Optional<Instant> changedAt() {
        return newest(changes);
    }

    /** The node before a change; empty without a window of operations. */
    Optional<Baseline> baseline(GuardrailConfig limits) {
        return Baseline.of(usual, last(), changes, limits.coolDown(), limits.watch(), limits.change());
    }
}
