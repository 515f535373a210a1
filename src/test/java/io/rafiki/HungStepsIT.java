package io.rafiki;

import static io.rafiki.FaultyNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Steps of the tuner that hang, on a real node under load: commands answer, each read is verified, and no request may fail. */
class HungStepsIT extends OnFaultyNode {

    /** An answer takes 0.7 s at most, and the transport on a busy machine. The hang ends with the test. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String APPLY = "io/rafiki/control/configuration/ConfigurationApplier.apply";

    @Test
    void aTickThatHangsForTenSecondsIsReportedAndNoOtherStarts() {
        host.arm(FaultyNode.SAMPLE, "hang");
        await(() -> host.status().contains(": a sample of the node has not ended for "));
        assertThat(host.hits(FaultyNode.SAMPLE)).isEqualTo(1);
    }

    @Test
    void commandsAnswerWithinASecondWhileAChangeHangs() throws Exception {
        host.arm(APPLY, "hang");
        host.changePools();
        host.resume();
        await(() -> host.hits(APPLY) > 0);
        stopsWithinASecond();
    }

    /** As on a disk that does not answer. */
    @Test
    void commandsAnswerWithinASecondWhileTheJournalHangs() throws Exception {
        host.arm(FaultyNode.APPEND, "hang");
        assertTimeout(SOON, () -> host.tell("pause", "its own record hangs"));
        await(() -> host.hits(FaultyNode.APPEND) > 0);
        stopsWithinASecond();
    }

    private static void stopsWithinASecond() throws Exception {
        assertTimeout(SOON, host::status);
        assertTimeout(SOON, () -> host.tell("pause", "a look at it"));
        assertTimeout(SOON, () -> host.tell("setMode", "approve"));
        assertTimeout(SOON, () -> host.tell("stop"));
        assertThat(host.node().tuner("Phase")).isEqualTo("stopping");
        host.disarm();
        await(() -> host.node().tuner("Phase").equals("stopped"));
    }

    @Test
    void aHungStatusDelaysItsOwnQueryOnly() {
        host.arm(FaultyNode.STATUS, "hang");
        CompletionStage<AsyncResultSet> query = host.session().executeAsync("SELECT * FROM rafiki.status");
        await(() -> host.hits(FaultyNode.STATUS) > 0);
        host.serves(FaultyNode.PER_SECOND / 4);
        host.disarm();
        assertThat(query.toCompletableFuture().join().currentPage()).isNotEmpty();
    }
}
