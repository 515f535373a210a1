package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SequentialSignTestTest {

    private static final long SEED = 5;

    /** Closed form for one start: eleven hits give 1.5^11 = 86, twelve give 130. */
    @Test
    void twelveHitsInSuccessionReject() {
        SequentialSignTest test = SequentialSignTest.of(1);
        for (int i = 0; i < 11; i++) {
            test = test.with(true);
        }
        assertThat(test.wealth()).isEqualTo(Math.pow(1.5, 11));
        assertThat(test.rejects(0.01)).isFalse();
        assertThat(test.with(true).rejects(0.01)).isTrue();
    }

    /** A fair coin, read after each of 120 windows. The bound is 1 %. */
    @Test
    void falseRejectionsStayBelowTheLevelAtAnyTime() {
        SplittableRandom random = new SplittableRandom(SEED);
        int rejected = 0;
        for (int i = 0; i < 10_000; i++) {
            SequentialSignTest test = SequentialSignTest.of(12);
            boolean any = false;
            for (int w = 0; w < 120 && !any; w++) {
                test = test.with(random.nextBoolean());
                any = test.rejects(0.01);
            }
            rejected += any ? 1 : 0;
        }
        assertThat(rejected).as("of 10,000, seed %d", SEED).isLessThanOrEqualTo(100);
    }

    @Test
    void aLateHarmIsFoundAfterAGoodHalfHour() {
        SequentialSignTest test = SequentialSignTest.of(12);
        for (int i = 0; i < 60; i++) {
            test = test.with(false);
        }
        int windows = 0;
        while (!test.rejects(0.01)) {
            test = test.with(true);
            windows++;
        }
        assertThat(windows).as("windows of 30 s").isLessThanOrEqualTo(20);
    }
}
