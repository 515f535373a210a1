package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.operator.ServedBeans;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProposeCommandTest {

    /** A command without an address would change the node at the default port. */
    @Test
    void thePrintedCommandsContactTheSameNode() throws Exception {
        try (ServedBeans node = new ServedBeans()) {
            node.registerTuner(new Tuner());
            StringWriter out = new StringWriter();
            assertThat(Rafiki.commandLine()
                            .setOut(new PrintWriter(out, true))
                            .execute("propose", "-p", Integer.toString(node.port())))
                    .isZero();
            assertThat(out.toString())
                    .contains("rafiki mode -p " + node.port() + " approve && rafiki apply -p " + node.port()
                            + " d3 --allow instant");
        }
    }

    /** A tuner with one proposal. */
    private static final class Tuner extends ReadOnlyTuner {

        @Override
        public Object getAttribute(String attribute) {
            return List.of(Map.of(
                    "cost",
                    "instant",
                    "gainPercent",
                    4.4,
                    "lowerPercent",
                    2.0,
                    "upperPercent",
                    6.8,
                    "changes",
                    "concurrent_writes 32 -> 8",
                    "command",
                    "rafiki mode approve && rafiki apply d3 --allow instant"));
        }

        @Override
        public Object invoke(String name, Object[] parameters, String[] signature) {
            return Map.of("id", "d3", "kind", "propose");
        }
    }
}
