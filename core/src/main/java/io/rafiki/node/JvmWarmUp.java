package io.rafiki.node;

import java.time.Duration;
import java.util.OptionalLong;

/** The first minutes of a node's JVM: while it compiles, compactions and clients are slower than later. */
public final class JvmWarmUp {

    private static final int LONGEST_WINDOWS = 12;

    private final CompilationShare.Source source;
    private final long longest;
    private final CompilationShare compilation = new CompilationShare();
    private OptionalLong begun = OptionalLong.empty();
    private boolean over;

    /** @param window of the tuner; a JVM that compiles for longer than twelve of them counts as warm */
    public JvmWarmUp(CompilationShare.Source source, Duration window) {
        this.source = source;
        this.longest = window.multipliedBy(LONGEST_WINDOWS).toNanos();
    }

    /**
     * Reads the JVM, at least every ten seconds.
     *
     * @param nanoTime of a monotonic clock
     */
    public void refresh(long nanoTime) {
        if (over) {
            return;
        }
        begun = begun.isPresent() ? begun : OptionalLong.of(nanoTime);
        OptionalLong millis = source.millis();
        over = millis.isEmpty()
                || compilation.next(nanoTime, millis.getAsLong()) < CompilationShare.DONE
                || nanoTime - begun.getAsLong() >= longest;
    }

    /** Whether the JVM has compiled, or nothing is known. Later compilation does not count. */
    public boolean isOver() {
        return over;
    }
}
