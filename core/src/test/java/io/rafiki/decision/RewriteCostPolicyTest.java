package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.decision.RewriteObstacle.RewriteGainTooSmall;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.decision.RewriteObstacle.TableSizeUnknown;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.TableFiles;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RewriteCostPolicyTest {

    private static final RewriteCostLimits LIMITS = new RewriteCostLimits(Duration.ofMinutes(1), 32e6, 0.5);

    private static final Change LEVELED = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);

    private static final RewriteObstacle RUNNING = new RewriteRunning("d1", 0.4);

    /** 16 s at half the throughput: eight seconds' worth of operations are lost. */
    private final RewriteCost price = cost(OptionalDouble.empty());

    @Test
    void theSlowerOfTheNodesLimitAndTheStatedRateCounts() {
        assertThat(price.duration().expected()).isEqualTo(Duration.ofSeconds(16));
        assertThat(cost(OptionalDouble.of(64e6)).duration().expected()).isEqualTo(Duration.ofSeconds(16));
        assertThat(cost(OptionalDouble.of(16e6)).duration().expected()).isEqualTo(Duration.ofSeconds(32));
    }

    /** At a gain of 0.4 the eight lost seconds are made up for 20 s after the 16 s. */
    @Test
    void paysBackWhenTheGainHasMadeUpForTheTransition() {
        assertThat(price.payback(0.4)).contains(Duration.ofSeconds(36));
        assertThat(price.payback(0)).isEmpty();
        assertThat(price.payback(-0.1)).isEmpty();
    }

    @Test
    void objectsToARewritingThatPaysLaterThanTheLookAhead() {
        RewriteCostPolicy terms = new RewriteCostPolicy(Optional.of(changes -> price), Optional.empty());
        assertThat(terms.violation(new RelativeGain(0.44, 0.02), List.of(LEVELED), limits()))
                .isEmpty();
        assertThat(terms.violation(new RelativeGain(0.14, 0.02), List.of(LEVELED), limits()))
                .contains(new PaybackTooLate(price, Optional.of(Duration.ofSeconds(96)), Duration.ofSeconds(60)));
    }

    @Test
    void objectsToAGainThatIsNotTheRewritings() {
        assertThat(new RewriteCostPolicy(Optional.of(changes -> price), Optional.empty())
                        .violation(new RelativeGain(0.06, 0.02), List.of(LEVELED), limits()))
                .contains(new RewriteGainTooSmall(new RelativeGain(0.06, 0.02), 0.06 - 2 * 0.02, 0.03));
        assertThat(new RewriteCostPolicy(Optional.of(changes -> price), Optional.empty())
                        .violation(new RelativeGain(Double.NaN, 0.02), List.of(LEVELED), limits()))
                .isPresent();
    }

    @Test
    void defersARewriteWithAnObstacleOrUnknownSize() {
        assertThat(new RewriteCostPolicy(Optional.of(changes -> price), Optional.of(RUNNING))
                        .violation(new RelativeGain(9, 0), List.of(LEVELED), limits()))
                .contains(RUNNING);
        assertThat(new RewriteCostPolicy(Optional.empty(), Optional.empty())
                        .violation(new RelativeGain(9, 0), List.of(LEVELED), limits()))
                .contains(new TableSizeUnknown());
    }

    private static RewriteCost cost(OptionalDouble throttle) {
        return RewriteCost.of(
                List.of(LEVELED),
                List.of(TableFiles.of(List.of(512_000_000L))),
                new RewriteCapacity(2, throttle),
                LIMITS,
                CompactionHistory.NONE);
    }

    private static GuardrailConfig limits() {
        return new GuardrailConfig(
                1_000,
                0.03,
                2,
                Duration.ofMinutes(1),
                ChangeTest.STANDARD,
                new StationarityTest(0.15, StationarityTest.ERRORS),
                LIMITS,
                true,
                Set.of(ChangeCost.values()),
                Budget.STANDARD,
                new RegressionLimits(Duration.ZERO, 0.1),
                HealthLimits.STANDARD,
                Duration.ZERO,
                Duration.ZERO,
                QuietHours.NONE);
    }
}
