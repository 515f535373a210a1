package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths, operators' texts and strings of a bundle reach log and status as plain text. */
class ForgedTextTest {

    private static final String FORGED = "x\nERROR [main] disk failed \u001b[2J";
    private static final String PLAIN = "x ERROR [main] disk failed [2J";

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder);
        rig.startUnticked();
    }

    @AfterEach
    void end() throws Exception {
        rig.stop();
    }

    @Test
    void aPath() {
        rig.bundles = file -> {
            ModelBundle.read(file, rig.catalogue);
            return rig.model(file);
        };
        assertThatThrownBy(() -> rig.tuner.reloadModel(FORGED))
                .message()
                .startsWith(PLAIN)
                .matches(ForgedTextTest::isPlain);
        assertThat(rig.log.warnings).hasSize(1).allMatch(ForgedTextTest::isPlain);
        assertThat(rig.tuner.status().line()).contains(PLAIN).matches(ForgedTextTest::isPlain);
    }

    @Test
    void aStringOfABundle() {
        rig.bundles = file -> {
            LoadedModel model = rig.model(file);
            return new LoadedModel(
                    file,
                    model.loadedAt(),
                    model.surrogate(),
                    model.envelope(),
                    new Provenance(Map.of("cassandra", FORGED), 1, FORGED, FORGED, 1, FORGED),
                    model.engine(),
                    model.mismatches(),
                    model.tolerance());
        };
        rig.tuner.reloadModel(FORGED);
        assertThat(rig.log.infos).isNotEmpty().allMatch(ForgedTextTest::isPlain);
        assertThat(rig.tuner.status().model())
                .containsEntry("cassandra", PLAIN)
                .containsEntry("file", PLAIN)
                .containsEntry("command", PLAIN)
                .containsEntry("recipe", PLAIN);
    }

    @Test
    void theReasonOfAPause() throws Exception {
        rig.tuner.pause(FORGED);
        rig.run(11, 0.5);
        assertThat(rig.tuner.status().line()).contains(PLAIN).matches(ForgedTextTest::isPlain);
        assertThat(Stream.concat(rig.log.infos.stream(), rig.log.warnings.stream()))
                .allMatch(ForgedTextTest::isPlain);
    }

    private static boolean isPlain(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }
}
