package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CompilationShareTest {

    private static final long SECOND = 1_000_000_000L;

    private final CompilationShare compilation = new CompilationShare();

    @Test
    void isUnknownUntilTheWindowIsFull() {
        for (int second = 0; second < CompilationShare.WINDOW; second++) {
            assertThat(compilation.next(second * SECOND, 0)).isInfinite();
        }
        assertThat(compilation.next(CompilationShare.WINDOW * SECOND, 0)).isZero();
    }

    /** 0.8 s of compiling a second for 20 s, then 0.02 s: ten seconds later nothing of the former is left. */
    @Test
    void ignoresSamplesBeforeTheWindow() {
        double share = 0;
        for (int second = 0; second <= 30; second++) {
            share = compilation.next(second * SECOND, second <= 20 ? 800L * second : 16_000 + 20L * (second - 20));
            if (second == 20) {
                assertThat(share).isCloseTo(0.8, within(1e-9));
            }
            if (second == 25) {
                assertThat(share).isCloseTo(0.41, within(1e-9));
            }
        }
        assertThat(share).isCloseTo(0.02, within(1e-9));
    }
}
