package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CampaignPageTest {

    @Test
    void printsALineForEachVerifiedLatency() {
        assertThat(CampaignExample.complete().latencies())
                .containsExactly("90 % reads, p99 of Rafiki: median p99 1,606 us, baseline 2,005 us,"
                        + " change -19.9 % [-20.2, -19.6] in 10 pairs (p = 0.002): better");
        assertThat(CampaignExample.sparse().latencies()).as("no verification").isEmpty();
    }

    /** By Holm's method the least possible p of a row depends on the p values of the other rows. */
    @Test
    void claimsNotThatARowOfSixPairsCannotBeSignificant() {
        assertThat(CampaignText.verdict(CampaignExample.row(0.9, CampaignExample.READS, "Rafiki", 1.1, 6, 0.0625), 2))
                .isEqualTo("not significant, 6 pairs can be too few");
    }
}
