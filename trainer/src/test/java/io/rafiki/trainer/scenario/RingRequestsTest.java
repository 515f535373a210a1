package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.operator.ConsoleException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RingRequestsTest {

    private static final String END = "node: ended with 3: OutOfMemoryError";

    private final ConsoleException lost = new ConsoleException("127.0.0.1:7199: the connection was lost");
    private final List<String> ends = new ArrayList<>();
    private boolean hasLoadEnded;
    private final RingRequests requests =
            new RingRequests(() -> ends.stream().findFirst(), () -> hasLoadEnded, Duration.ofMinutes(1));

    @Test
    void theEndOfANodeExplainsALostConnection() {
        assertThatThrownBy(() -> requests.await(
                        () -> {
                            ends.add(END);
                            throw lost;
                        },
                        () -> "late"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage(END);
    }

    @Test
    void aNodeThatHasEndedIsNotAsked() {
        ends.add(END);
        List<String> asked = new ArrayList<>();
        assertThatThrownBy(() -> requests.await(() -> asked.add("propose"), () -> "late"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage(END);
        assertThat(asked).isEmpty();
    }

    @Test
    void aFailureWhileAllNodesRunIsReported() {
        assertThatThrownBy(() -> requests.answer(() -> {
                    throw lost;
                }))
                .isSameAs(lost);
    }

    @Test
    void theEndOfANodeExplainsThatOfTheClients() {
        hasLoadEnded = true;
        assertThatThrownBy(() -> requests.await(() -> false, () -> "late"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("expected clients until the end of the demo");
        assertThatThrownBy(() -> requests.await(
                        () -> {
                            ends.add(END);
                            return false;
                        },
                        () -> "late"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage(END);
    }

    @Test
    void anAnswerInTimeEndsTheWait() throws Exception {
        requests.await(() -> true, () -> "late");
        assertThat(requests.answer(() -> Optional.of("d1"))).contains("d1");
    }
}
