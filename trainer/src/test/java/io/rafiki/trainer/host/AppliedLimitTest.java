package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AppliedLimitTest {

    @Test
    void eachRefusedLimitIsOneLine() {
        String refused = AppliedLimit.refused("x").kind();
        assertThat(AppliedLimit.refusals(refused, refused, refused, refused))
                .containsExactly(
                        "the node's memory limit could not be set as planned: x",
                        "the node's limit of disk reads could not be set as planned: x",
                        "the node's limit of processor time could not be set as planned: x",
                        "the node's read-ahead could not be set as planned: x");
    }

    @Test
    void otherLimitsAreNotRefused() {
        assertThat(AppliedLimit.refusals("cgroup v2", AppliedLimit.NONE.kind(), null, "disk"))
                .isEmpty();
    }
}
