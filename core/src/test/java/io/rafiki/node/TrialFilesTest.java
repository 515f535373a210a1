package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrialFilesTest {

    private static final long MIB = 1 << 20;

    @Test
    void aFileOfASuitableSizeIsCompactedAlone() {
        assertThat(of(Map.of("t/small", 10 * MIB, "t/good", 160 * MIB, "t/huge", 900 * MIB))
                        .keys())
                .containsExactly("t/good");
    }

    @Test
    void smallFilesOfOneTableAreMergedUntilTheyShowARate() {
        TrialFiles files = of(Map.of(
                "t/a", 40 * MIB, "t/b", 41 * MIB, "t/c", 42 * MIB, "t/d", 43 * MIB, "t/e", 44 * MIB, "t/f", 45 * MIB,
                "u/a", 20 * MIB));
        assertThat(files.keys()).containsExactlyInAnyOrder("t/b", "t/c", "t/d", "t/e", "t/f");
        assertThat(files.bytes()).isEqualTo(215 * MIB);
        assertThat(files.paths()).hasSize(5).allMatch(path -> path.startsWith("/data/t/"));
    }

    @Test
    void filesInUseAndOfUnsuitableSizesAreLeftAlone() {
        RunningCompaction running = new RunningCompaction("1", "ks.t", "Compaction", 0, 1, Set.of("t/a"));
        assertThat(TrialFiles.of(reading(Map.of("t/a", 100 * MIB, "t/b", 300 * MIB, "t/c", 1_000L), running)))
                .isEmpty();
    }

    private static TrialFiles of(Map<String, Long> sstables) {
        return TrialFiles.of(reading(sstables)).orElseThrow();
    }

    private static RewriteReading reading(Map<String, Long> sstables, RunningCompaction... running) {
        DataDisk disk = new DataDisk("/data", 1_000 * MIB, 2_000 * MIB, sstables, 0);
        return new RewriteReading(List.of(), List.of(disk), List.of(running), 0, 0, 2);
    }
}
