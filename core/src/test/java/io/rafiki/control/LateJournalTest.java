package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.reason.Refusal.TunerOff;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Mode;
import io.rafiki.reason.ReasonException;
import org.junit.jupiter.api.Test;

/** A journal that can be read only after the start, or that cannot record a command. */
class LateJournalTest extends ClusterTargetCase {

    @Test
    void anOrderFollowsItsPast() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 9);
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
        rig.startBeforeItsJournal();
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3))
                .isEqualTo(new Answer(Outcome.PENDING, "refuses an order of epoch 3, because it has seen epoch 9"));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aCommandFollowsItsPast() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start();
        rig.tuner.stop();
        rig.stop();
        rig.breakJournal();
        rig.start().run(10, 0.0);
        String proposed = rig.tuner.status().last().orElseThrow().id();
        rig.mendJournal();
        assertThatThrownBy(() -> rig.tuner.apply(proposed, ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new TunerOff("stopped")));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aStopThatItCannotRecordOutlastsARestart() throws Exception {
        rig.start();
        rig.breakJournal();
        rig.tuner.stop();
        rig.mendJournal();
        rig.run(1, 0.0);
        rig.start().run(20, 0.0);
        assertThat(rig.problems()).containsExactly(new Stopped("an operator"));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** After the rollback nothing is decided for this workload. */
    @Test
    void aVerdictThatItCannotRecordOutlastsARestart() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.breakJournal();
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.mendJournal();
        rig.run(1, 0.0);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aResumeThatItCannotRecordOutlastsARestart() throws Exception {
        rig.start();
        rig.tuner.stop();
        rig.breakJournal();
        rig.tuner.pause("an incident");
        rig.tuner.resume();
        rig.mendJournal();
        rig.run(1, 0.0);
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aPauseBeforeItCanBeReadOutlastsARestart() throws Exception {
        rig.start();
        rig.stop();
        rig.breakJournal();
        rig.start();
        rig.tuner.pause("an incident");
        rig.mendJournal();
        rig.run(10, 0.0);
        rig.start().run(20, 0.0);
        assertThat(rig.reason()).isEqualTo(new Paused("an incident"));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void ticksTryOncePerWindowAndCommandsAtOnce() throws Exception {
        rig.start();
        rig.stop();
        rig.breakJournal();
        rig.startUnticked();
        int before = rig.journalAttempts;
        rig.run(30, 0.0);
        assertThat(rig.journalAttempts - before).isEqualTo(3);
        rig.tuner.pause("an incident");
        assertThat(rig.journalAttempts - before).isEqualTo(4);
    }
}
