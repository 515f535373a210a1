package io.rafiki.trainer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TunerConsoleTest {

    private ServedBeans beans;

    @BeforeEach
    void serveJmxAsANodeDoes() throws IOException {
        beans = new ServedBeans();
    }

    @AfterEach
    void stop() throws IOException {
        beans.close();
    }

    @Test
    void readsCompositeDataAsAMap() throws Exception {
        beans.registerTuner(new OneFact(), Fact.class);

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", beans.port(), null, null)) {
            assertThat(tuner.get("Workload")).isEqualTo(Map.of("readRatio", 0.75));
        }
    }

    @Test
    void passesTheTunersRefusalOn() throws Exception {
        beans.registerTuner(new OneFact(), Fact.class);

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", beans.port(), null, null)) {
            assertThatThrownBy(() -> tuner.invoke("rollback", new Object[0], new String[0]))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessage("nothing was applied");
        }
    }

    @Test
    void explainsHowToAddTheAgent() {
        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", beans.port(), null, null))
                .isInstanceOf(ConsoleException.class)
                .hasMessageContaining("-javaagent:")
                .hasMessageNotContaining("\n");
    }

    @Test
    void namesTheAddressThatDoesNotAnswer() throws IOException {
        int closed = ServedBeans.freePort();

        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", closed, null, null))
                .isInstanceOf(ConsoleException.class)
                .hasMessageStartingWith("127.0.0.1:" + closed)
                .hasMessageContaining("-p JMXPORT");
    }

    /** What the test's bean offers. */
    public interface Fact {
        CompositeData getWorkload() throws OpenDataException;

        void rollback();
    }

    private static final class OneFact implements Fact {
        @Override
        public CompositeData getWorkload() throws OpenDataException {
            CompositeType type = new CompositeType(
                    "Workload",
                    "Workload",
                    new String[] {"readRatio"},
                    new String[] {"share of reads"},
                    new OpenType<?>[] {SimpleType.DOUBLE});
            return new CompositeDataSupport(type, Map.of("readRatio", 0.75));
        }

        @Override
        public void rollback() {
            throw new IllegalStateException("nothing was applied");
        }
    }
}
