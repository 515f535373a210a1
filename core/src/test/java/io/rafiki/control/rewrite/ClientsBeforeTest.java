package io.rafiki.control.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.workload.ClientCounts;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClientsBeforeTest {

    private final ClientsBefore clients = new ClientsBefore();
    private Instant now = Instant.parse("2026-11-26T10:15:00Z");
    private long reads;
    private long micros;

    @Test
    void showsTheLastMinute() {
        assertThat(clients.level()).isEqualTo(new Level(0, 0, 0));
        add(60, 500, 300);
        add(61, 1_000, 200);
        assertThat(clients.level()).isEqualTo(new Level(200, 0, 1_000));
        assertThat(clients.last().reads()).isEqualTo(91_000);
    }

    /** A trial of 30 s with half of the requests. */
    @Test
    void leavesOutWhatIsSkipped() {
        add(10, 1_000, 200);
        for (int second = 0; second < 30; second++) {
            pass(500, 400);
            clients.skip(counts());
        }
        assertThat(clients.last()).isEqualTo(counts());
        add(5, 1_000, 200);
        assertThat(clients.level()).isEqualTo(new Level(200, 0, 1_000));
    }

    /** Seconds with some reads each. */
    private void add(int seconds, int perSecond, int microsPerRead) {
        for (int second = 0; second < seconds; second++) {
            pass(perSecond, microsPerRead);
            clients.add(now, counts());
        }
    }

    private void pass(int perSecond, int microsPerRead) {
        now = now.plusSeconds(1);
        reads += perSecond;
        micros += (long) perSecond * microsPerRead;
    }

    private ClientCounts counts() {
        return new ClientCounts(reads, micros, 0, 0);
    }
}
