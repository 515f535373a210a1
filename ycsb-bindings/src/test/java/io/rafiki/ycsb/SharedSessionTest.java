package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.ycsb.OperationSeries.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** Two client threads that load records. */
class SharedSessionTest {

    private final List<Integer> exits = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final SharedSession<RunRecord> shared =
            new SharedSession<>("redis", properties -> RunRecord.open("redis", true, Optional.empty()), exits::add);
    private PrintStream stderr;

    @BeforeEach
    void catchStderr() {
        stderr = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveStderrBack() {
        System.setErr(stderr);
    }

    @Test
    void theLastThreadReportsAnIncompleteLoad() throws Exception {
        RunRecord run = shared.acquire(new Properties());
        assertThat(shared.acquire(new Properties())).isSameAs(run);
        Status lost = run.counted("INSERT", Kind.INSERTS, () -> {
            throw new IllegalStateException("out of memory");
        });
        assertThat(lost.isOk()).isFalse();

        shared.release();
        assertThat(exits).as("another thread still loads").isEmpty();
        shared.release();
        assertThat(exits).containsExactly(1);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.startsWith("redis: the load is incomplete: "))
                .hasSize(1);
        assertThat(shared.acquire(new Properties())).as("the next session").isNotSameAs(run);
    }

    @Test
    void aCompleteLoadEndsQuietly() throws Exception {
        RunRecord run = shared.acquire(new Properties());
        assertThat(run.counted("INSERT", Kind.INSERTS, () -> Status.OK)).isEqualTo(Status.OK);
        shared.release();
        assertThat(exits).isEmpty();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }
}
