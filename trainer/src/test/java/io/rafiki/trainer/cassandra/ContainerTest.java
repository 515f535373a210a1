package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.NodeLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContainerTest {

    private static final NodeLimits REQUESTED =
            new NodeLimits(limit(1024), limit(3000), limit(50), AppliedLimit.refused("not here"));

    @Test
    void appliesTheLimitsThatTheEngineReports() {
        HostConfig actual = HostConfig.newHostConfig()
                .withMemory(1024L * 1024 * 1024)
                .withBlkioDeviceReadIOps(
                        List.of(new BlkioRateDevice().withPath("/dev/vda").withRate(3000L)))
                .withCpuPeriod(10_000L)
                .withCpuQuota(5000L);
        assertThat(Container.applied(REQUESTED, actual)).isEqualTo(REQUESTED);
    }

    /** The engine sets a limit without its controller to zero or to an empty list, and starts the container. */
    @Test
    void reportsTheLimitsThatTheEngineDropped() {
        HostConfig actual = HostConfig.newHostConfig()
                .withMemory(0L)
                .withBlkioDeviceReadIOps(List.of())
                .withCpuQuota(0L);
        NodeLimits refused = new NodeLimits(
                AppliedLimit.refused("the Docker engine cannot limit memory here"),
                AppliedLimit.refused("the Docker engine cannot limit disk reads here"),
                AppliedLimit.refused("the Docker engine cannot limit processor time here"),
                REQUESTED.readAhead());
        assertThat(Container.applied(REQUESTED, actual)).isEqualTo(refused);
        assertThat(Container.applied(REQUESTED, HostConfig.newHostConfig())).isEqualTo(refused);
    }

    @Test
    void keepsThatNoLimitWasRequested() {
        NodeLimits none = new NodeLimits(AppliedLimit.NONE, AppliedLimit.NONE, AppliedLimit.NONE, AppliedLimit.NONE);
        assertThat(Container.applied(none, HostConfig.newHostConfig().withMemory(0L)))
                .isEqualTo(none);
    }

    private static AppliedLimit limit(int amount) {
        return new AppliedLimit(Optional.of(amount), "container");
    }
}
