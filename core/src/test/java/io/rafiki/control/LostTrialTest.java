package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.decision.HoldReason.TrialCompactionRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trial compactions whose call never begins. The tuner continues with the assumed price. */
class LostTrialTest extends RewriteCase {

    private static final int LIMIT_SECONDS = 120;

    private final List<Runnable> background = new ArrayList<>();

    @BeforeEach
    void needATrial() throws Exception {
        rig.paybackHorizon = Duration.ofHours(1);
        rig.data.resize(64_000_000);
    }

    /** The compactors are busy with the manual tasks of an operator. */
    @Test
    void aTrialThatWaitsForOtherCompactionsIsNotAwaitedForEver() throws Exception {
        rig.background = background::add;
        rig.start().run(20, 1.0);
        assertThat(background).hasSize(1);
        assertThat(rig.reason()).isEqualTo(new TrialCompactionRuns(64_000_000));
        rig.run(LIMIT_SECONDS, 1.0);
        assertThat(rig.reason()).as("time to read the files").isEqualTo(new TrialCompactionRuns(64_000_000));
        rig.run(LIMIT_SECONDS + 20, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(background).hasSize(1);
    }

    /** The process has reached its limit of threads. */
    @Test
    void aTrialWithoutAThreadIsOver() throws Exception {
        rig.background = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        rig.start();
        assertThatThrownBy(() -> rig.run(20, 1.0)).isInstanceOf(OutOfMemoryError.class);
        rig.run(20, 1.0);
        assertThat(compaction()).contains("Leveled");
    }
}
