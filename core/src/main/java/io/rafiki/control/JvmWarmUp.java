package io.rafiki.control;

import io.rafiki.node.CompilationShare;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** The first minutes of a node's JVM: while it compiles, compactions and clients are slower than later. */
final class JvmWarmUp {

    /** A JVM that compiles for longer counts as warm. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final CompilationShare.Source source;
    private final CompilationShare compilation = new CompilationShare();
    private Instant begun;
    private boolean over;

    JvmWarmUp(CompilationShare.Source source) {
        this.source = source;
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
                || elapsed.compareTo(LONGEST) >= 0
                // the clock was set back
                || elapsed.isNegative();
    }

    /** Whether the JVM has compiled, or nothing is known. Later compilation does not count. */
    boolean isOver() {
        return over;
    }
}
