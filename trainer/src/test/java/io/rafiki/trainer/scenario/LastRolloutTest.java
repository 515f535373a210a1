package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.PeerMetric;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastRolloutTest {

    private static final int AFTER = 20;

    @Test
    void aCanaryThatIsWorseIsFoundByTheComparison() {
        Course course = course("aborted", row(0.3, 0), DecidedBy.OTHER);
        assertThat(course.decidedBy()).isEqualTo(DecidedBy.COMPARISON);
        assertThat(course.change()).isEqualTo("compression=none");
        assertThat(course.before()).hasSize(CanaryComparison.WINDOWS_BEFORE);
        assertThat(course.after()).hasSize(AFTER);
    }

    @Test
    void aCanaryWithErrorsIsFoundByTheComparison() {
        assertThat(course("aborted", row(0, 50), DecidedBy.OTHER).decidedBy()).isEqualTo(DecidedBy.COMPARISON);
    }

    @Test
    void aCanaryThatIsBetterIsPromotedByTheComparison() {
        assertThat(course("permanent", row(-0.3, 0), DecidedBy.OTHER).decidedBy())
                .isEqualTo(DecidedBy.COMPARISON);
    }

    /** Such as a node that did not apply the change. */
    @Test
    void aChangeThatIsUndoneWithoutHarmIsNotFoundByTheComparison() {
        assertThat(course("aborted", row(0, 0), DecidedBy.OTHER).decidedBy()).isEqualTo(DecidedBy.OTHER);
        assertThat(course("aborted", row(-0.3, 0), DecidedBy.OPERATOR_AGAINST_VERDICT)
                        .decidedBy())
                .isEqualTo(DecidedBy.OPERATOR_AGAINST_VERDICT);
    }

    @Test
    void aChangeThatIsPromotedWithoutVerdictIsDecidedByTheOperator() {
        assertThat(course("permanent", row(0, 0), DecidedBy.OPERATOR_WITHOUT_VERDICT)
                        .decidedBy())
                .isEqualTo(DecidedBy.OPERATOR_WITHOUT_VERDICT);
    }

    private static Course course(String phase, Map<String, Object> row, DecidedBy otherwise) {
        return new LastRollout(Map.of("id", "r2", "phase", phase, "reason", "")).course(row, otherwise);
    }

    /** @param effect of the change as a logarithm, equal for all metrics except the share of reads */
    private static Map<String, Object> row(double effect, long errors) {
        return Map.of(
                "new_values", Map.of("compression", "none"),
                "differences_before", series(CanaryComparison.WINDOWS_BEFORE, 0),
                "differences_after", series(AFTER, effect),
                "errors", errors);
    }

    private static Map<String, List<Double>> series(int windows, double effect) {
        Map<String, List<Double>> series = new HashMap<>();
        for (PeerMetric metric : PeerMetric.values()) {
            double mean = metric == PeerMetric.READ_SHARE ? 0 : effect;
            double noise = metric == PeerMetric.READ_SHARE ? 0 : 0.01;
            series.put(
                    metric.name(),
                    IntStream.range(0, windows)
                            .mapToObj(i -> mean + (i % 2 == 0 ? noise : -noise))
                            .toList());
        }
        return series;
    }
}
