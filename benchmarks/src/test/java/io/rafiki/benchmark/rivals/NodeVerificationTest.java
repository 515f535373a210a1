package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.trial.TunerObjective;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a round is measured again, by the times of recorded trials. */
class NodeVerificationTest {

    private static final Workload WORKLOAD = Workload.ofReadRatio(0.9);

    private NodeVerification verification;
    private List<Configuration> both;
    private Trial first;
    private Trial second;
    private Trial last;

    @BeforeEach
    void readTrials() throws Exception {
        CampaignPlan plan = CampaignPlan.read(RecordedTrials.CAMPAIGN.resolve("plan.yaml"));
        verification = new NodeVerification(
                null,
                new NodeWorkload("0.9", "0.9", WORKLOAD, plan),
                TunerObjective.THROUGHPUT,
                Path.of("unused"),
                Map.of());
        KnobSpace space = RecordedTrials.read().space();
        both = List.of(space.defaults(), space.configuration(Map.of("compaction", "Leveled")));
        List<Trial> trials = Trials.read(RecordedTrials.CAMPAIGN.resolve(Trials.FILE)).stream()
                .filter(Trial::isOk)
                .sorted(Comparator.comparing(trial -> trial.timing().started()))
                .toList();
        first = trials.get(0);
        second = trials.get(1);
        last = trials.get(trials.size() - 1);
    }

    @Test
    void anInterruptedRoundContinuesWithinTheHour() {
        Map<String, Trial> known = Map.of(id(0), first);
        assertThat(repeat(Map.of(), Duration.ZERO)).isEqualTo(7);
        assertThat(repeat(known, Duration.ofMinutes(30))).isEqualTo(7);
    }

    /** A choice that is added later has no pairs with the trials of another session. */
    @Test
    void anIncompleteRoundOfAnEarlierSessionIsMeasuredAgain() {
        assertThat(repeat(Map.of(id(0), first), Duration.ofHours(2))).isEqualTo(1_007);
        assertThat(repeat(Map.of(id(0), first, id(1), last), Duration.ZERO))
                .as("trials of two sessions")
                .isEqualTo(1_007);
    }

    @Test
    void aCompleteRoundOfAnEarlierSessionStays() {
        assertThat(repeat(Map.of(id(0), first, id(1), second), Duration.ofDays(1)))
                .isEqualTo(7);
    }

    private int repeat(Map<String, Trial> known, Duration later) {
        Instant now = first.timing().started().plus(later);
        return verification.repeat(known, both, 7, now);
    }

    private String id(int configuration) {
        return new PlannedTrial(WORKLOAD, both.get(configuration), 7).id();
    }
}
