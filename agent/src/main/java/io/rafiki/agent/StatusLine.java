package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Mode;
import io.rafiki.workload.WindowAssembler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The one line that says what the tuner does, what it waits for, how much of it is there, and when it will be enough. */
final class StatusLine {

    private StatusLine() {}

    /**
     * @param problems what is wrong, one phrase each
     * @param last the last decision
     * @param goingOn what is done beside deciding, one phrase each
     * @param windows the running window; empty if nothing is decided any more
     * @param minOperations operations that a window needs
     */
    static String of(
            Mode mode,
            List<String> problems,
            Optional<Decided> last,
            List<String> goingOn,
            Optional<WindowAssembler> windows,
            long minOperations) {
        List<String> parts = new ArrayList<>(problems);
        last.ifPresent(decided -> parts.add("[" + decided.id() + "] " + decided.kind() + ": " + decided.reason()
                + (decided.readBack().isEmpty() ? "" : ", read back: " + decided.readBack())));
        parts.addAll(goingOn);
        windows.ifPresent(running -> parts.add(awaited(running, minOperations)));
        return mode + ": " + String.join("; ", parts);
    }

    private static String awaited(WindowAssembler windows, long minOperations) {
        Duration elapsed = windows.elapsed();
        Duration rest = windows.length().minus(elapsed);
        return "next decision in " + Math.max(0, rest.toSeconds()) + " s (window " + elapsed.toSeconds() + " of "
                + windows.length().toSeconds() + " s, " + windows.operations() + " operations so far, " + minOperations
                + " are needed)";
    }
}
