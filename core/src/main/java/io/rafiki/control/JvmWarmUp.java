package io.rafiki.control;

import io.rafiki.node.CompilationShare;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** The first minutes of a node's JVM: while it compiles, compactions and clients are slower than later. */
final class JvmWarmUp {

    private static final int LONGEST_WINDOWS = 12;

    private final CompilationShare.Source source;
    private final Duration longest;
    private final CompilationShare compilation = new CompilationShare();
    private Instant begun;
    private boolean over;

    /** @param window of the tuner; a JVM that compiles for longer than twelve of them counts as warm */
    JvmWarmUp(CompilationShare.Source source, Duration window) {
        this.source = source;
        this.longest = window.multipliedBy(LONGEST_WINDOWS);
    }

    /** Reads the JVM. Called once per sample. */
    void refresh(Instant now) {
        if (over) {
            return;
        }
        begun = begun == null ? now : begun;
        Duration elapsed = Duration.between(begun, now);
        OptionalLong millis = source.millis();
        over = millis.isEmpty()
                || compilation.next(elapsed.toNanos(), millis.getAsLong()) < CompilationShare.DONE
                || elapsed.compareTo(longest) >= 0
                // the clock was set back
                || elapsed.isNegative();
    }

    /** Whether the JVM has compiled, or nothing is known. Later compilation does not count. */
    boolean isOver() {
        return over;
    }
}
