package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.NodeLimits;
import io.rafiki.trainer.ycsb.DataSetSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostInfoTest {

    /** Half a processor. */
    private static final TrialConditions CONDITIONS = new TrialConditions(
            new DataSetSpec(10, 1, 10, 0),
            "uniform",
            Optional.empty(),
            1,
            256,
            Optional.empty(),
            Optional.empty(),
            Optional.of(50),
            Optional.empty(),
            false,
            WarmUp.fixed(Duration.ofSeconds(1)),
            Duration.ofSeconds(5),
            0.05,
            Optional.empty(),
            Map.of());

    @Test
    void aRefusedLimitOfProcessorTimeLeavesTheNodeAllProcessors() {
        assertThat(environment(new AppliedLimit(Optional.of(50), "cgroup v2")).cores())
                .isEqualTo(1);
        Environment refused = environment(AppliedLimit.refused("no permission"));
        assertThat(refused.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(refused.cpuPercent()).isNull();
        assertThat(refused.cpuLimit()).isEqualTo("none: no permission");
    }

    private static Environment environment(AppliedLimit cpu) {
        return HostInfo.environment(
                CONDITIONS,
                new CpuPinning(Optional.empty(), Optional.empty()),
                new NodeLimits(AppliedLimit.NONE, AppliedLimit.NONE, cpu, AppliedLimit.NONE),
                Optional.empty(),
                "17",
                "5.0.9",
                "embedded");
    }
}
