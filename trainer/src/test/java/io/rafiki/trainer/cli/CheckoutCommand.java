package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** {@code rafiki} in this JVM, with the plans, catalogues and models of this checkout. */
final class CheckoutCommand implements BeforeEachCallback, AfterEachCallback {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Override
    public void beforeEach(ExtensionContext test) {
        System.setProperty("rafiki.home", "..");
    }

    @Override
    public void afterEach(ExtensionContext test) {
        System.clearProperty("rafiki.home");
    }

    /** The output of a command that succeeds. */
    String run(String... arguments) {
        assertThat(execute(arguments)).as(err.toString()).isZero();
        return out.toString();
    }

    /** The errors of a command whose input is wrong. */
    String refused(String... arguments) {
        assertThat(execute(arguments)).isEqualTo(2);
        return err.toString();
    }

    /** The errors of a command that fails. */
    String failed(String... arguments) {
        assertThat(execute(arguments)).isEqualTo(1);
        return err.toString();
    }

    private int execute(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
