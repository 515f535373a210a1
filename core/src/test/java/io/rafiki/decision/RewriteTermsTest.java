package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Cost;
import io.rafiki.surrogate.Gain;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Steadiness;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RewriteTermsTest {

    private static final RewriteLimits LIMITS = new RewriteLimits(Duration.ofMinutes(1), 32e6, 0.5);

    /** 16 s at half the throughput: eight seconds' worth of operations are lost. */
    private final Rewrite price = Rewrite.of(512_000_000, OptionalDouble.empty(), LIMITS);

    @Test
    void theSlowerOfTheNodesLimitAndTheStatedRateCounts() {
        assertThat(price.transition()).isEqualTo(Duration.ofSeconds(16));
        assertThat(Rewrite.of(512_000_000, OptionalDouble.of(64e6), LIMITS).transition())
                .isEqualTo(Duration.ofSeconds(16));
        assertThat(Rewrite.of(512_000_000, OptionalDouble.of(16e6), LIMITS).transition())
                .isEqualTo(Duration.ofSeconds(32));
    }

    /** At a gain of 0.4 the eight lost seconds are made up for 20 s after the 16 s. */
    @Test
    void paysBackWhenTheGainHasMadeUpForTheTransition() {
        assertThat(price.payback(0.4)).contains(Duration.ofSeconds(36));
        assertThat(price.payback(0)).isEmpty();
        assertThat(price.payback(-0.1)).isEmpty();
        assertThat(price.text(0.4))
                .isEqualTo("rewrites 512 MB, about 16 s with 50% less throughput, pays back after 36 s");
    }

    @Test
    void objectsToARewritingThatPaysLaterThanTheLookAhead() {
        RewriteTerms terms = new RewriteTerms(Optional.of(price), Optional.empty());
        assertThat(terms.objection(new Gain(0.44, 0.02), limits())).isEmpty();
        assertThat(terms.objection(new Gain(0.14, 0.02), limits()))
                .contains("rewrites 512 MB, about 16 s with 50% less throughput, pays back after 96 s,"
                        + " later than the look-ahead of 60 s");
    }

    @Test
    void objectsToAGainThatIsNotTheRewritings() {
        assertThat(new RewriteTerms(Optional.of(price), Optional.empty()).objection(new Gain(0.06, 0.02), limits()))
                .contains("its own gain is 6.0% +- 2.0%, lower bound 2.0% < 3.0%");
        assertThat(new RewriteTerms(Optional.of(price), Optional.empty())
                        .objection(new Gain(Double.NaN, 0.02), limits()))
                .isPresent();
    }

    @Test
    void objectsWhileSomethingStandsInTheWayOrTheSizeIsUnknown() {
        assertThat(new RewriteTerms(Optional.of(price), Optional.of("not over")).objection(new Gain(9, 0), limits()))
                .contains("not over");
        assertThat(new RewriteTerms(Optional.empty(), Optional.empty()).objection(new Gain(9, 0), limits()))
                .contains("the size of the tables is not known");
    }

    private static Limits limits() {
        return new Limits(
                1_000,
                0.03,
                2,
                Duration.ofMinutes(1),
                ChangeTest.STANDARD,
                new Steadiness(0.15, Steadiness.ERRORS),
                LIMITS,
                true,
                Set.of(Cost.values()),
                Budget.STANDARD,
                new WatchLimits(Duration.ZERO, 0.1),
                HealthLimits.STANDARD,
                Duration.ZERO);
    }
}
