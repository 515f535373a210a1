package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Change;
import io.rafiki.decision.RewriteVolume;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.TableFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The levels that a rewrite is priced by are those of Cassandra's unified strategy. */
class LevelsAgainstCassandraTest {

    @TempDir
    private Path folder;

    @Test
    void theLevelsAreThoseOfTheStrategy() throws Exception {
        List<String> statements = new ArrayList<>();
        for (String scaling : List.of("L10", "L4", "N", "T4", "T8")) {
            for (String flush : List.of("1MiB", "10MiB", "37MiB")) {
                statements.add(CassandraProbe.table(
                        "compaction",
                        Map.of(
                                "class",
                                "UnifiedCompactionStrategy",
                                "scaling_parameters",
                                scaling,
                                "flush_size_override",
                                flush)));
            }
        }
        CassandraProbe probe = new CassandraProbe(folder);

        CassandraProbe.Answer answer = probe.cassandra(probe.node(), statements);

        assertThat(answer.exit()).as(answer.text()).isZero();
        List<String> levels =
                answer.text().lines().filter(line -> line.startsWith("levels ")).toList();
        assertThat(levels).hasSameSizeAs(statements);
        levels.forEach(LevelsAgainstCassandraTest::check);
    }

    /** Files below the limit of a level are compacted together, and not if one of them reaches it. */
    private static void check(String line) {
        String[] facts = line.split(" ", -1);
        Change change = new Change("compaction", "SizeTiered", "Unified(" + facts[1] + ")", ChangeCost.REWRITES_DATA);
        double flush = Double.parseDouble(facts[2]);
        int threshold = Integer.parseInt(facts[3]);
        for (String fact : List.of(facts).subList(4, facts.length)) {
            long limit = Long.parseLong(fact);
            List<Long> files = new ArrayList<>(Collections.nCopies(threshold, limit - 1));
            assertThat(bytes(change, files, flush)).as(line).isEqualTo(threshold * (limit - 1));
            files.set(0, limit);
            assertThat(bytes(change, files, flush)).as(line).isZero();
        }
    }

    private static long bytes(Change change, List<Long> files, double flush) {
        return RewriteVolume.of(change, List.of(new TableFiles(files, flush))).bytes();
    }
}
