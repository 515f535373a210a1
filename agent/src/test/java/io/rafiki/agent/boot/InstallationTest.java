package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The boot classes lie in target/classes here, so the installation is target. */
class InstallationTest {

    @Test
    void isTheFolderOfTheAgentsJar() throws IOException, URISyntaxException {
        Installation installation = Installation.locate(RafikiAgent.class, null);
        assertThat(installation.home()).isEqualTo(Path.of("target").toRealPath());
    }

    @Test
    void hasNoSettingsWhereNoneAreNamedOrFound() throws IOException, URISyntaxException {
        assertThat(Installation.locate(RafikiAgent.class, "").settings()).isNull();
    }

    @Test
    void takesTheSettingsThatAreNamed() throws IOException, URISyntaxException {
        assertThat(Installation.locate(RafikiAgent.class, "etc/rafiki.yaml").settings())
                .isEqualTo(Path.of("etc", "rafiki.yaml").toAbsolutePath());
    }

    @Test
    void namesTheMissingJars() throws IOException, URISyntaxException {
        Installation installation = Installation.locate(RafikiAgent.class, null);
        assertThatThrownBy(installation::jars)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        Path.of("target", "lib", "core").toAbsolutePath().toString());
    }
}
