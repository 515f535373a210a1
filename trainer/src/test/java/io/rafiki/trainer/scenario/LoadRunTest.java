package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.CompactionFigures;
import io.rafiki.trainer.ycsb.Ycsb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadRunTest {

    private static final CompactionFigures FIGURES =
            new CompactionFigures(2.0, 0.0, 12.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0);

    /** The baseline's run follows the phases that the tuned node's run had. */
    @Test
    void aFixedScheduleIsSampledUntilItsEnd() throws Exception {
        LoadRun load = new LoadRun(Path.of("ycsb"), (second, perSecond) -> List.of(), line -> {});
        LoadRun.EachSecond action =
                load.sampling(Schedule.of(List.of(Duration.ofSeconds(12)), List.of(0.9)), () -> FIGURES);
        List<Ycsb.Next> nexts = new ArrayList<>();
        for (int second = 0; second <= 12; second++) {
            nexts.add(action.next(second, Collections.nCopies(second, 1_000.0)));
        }
        assertThat(nexts.subList(0, 12)).containsOnly(Ycsb.Next.GO_ON);
        assertThat(nexts.get(12)).isEqualTo(Ycsb.Next.ENOUGH);
        assertThat(load.debt())
                .containsExactly(new DebtPoint(0, 12, 2), new DebtPoint(5, 12, 2), new DebtPoint(10, 12, 2));
    }
}
