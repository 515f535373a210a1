package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.result.ResultFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewriteResultTest {

    private static final Optional<Double> DURATION_ONLY = Optional.empty();
    private static final RewriteCase FIRST = RewriteCase.all().get(0);

    @TempDir
    Path folder;

    @Test
    void onlyTheSameOptionsContinueAResult() throws Exception {
        RewriteResult result = readBack(result(150_000L, controlled(0.2, true), true));
        assertThat(result.isOf(FIRST, 150_000, Optional.of(0.2))).isTrue();
        assertThat(result.isOf(RewriteCase.all().get(1), 150_000, Optional.of(0.2)))
                .isFalse();
        assertThat(result.isOf(FIRST, 300_000, Optional.of(0.2))).isFalse();
        assertThat(result.isOf(FIRST, 150_000, Optional.of(0.1))).isFalse();
        assertThat(result.isOf(FIRST, 150_000, DURATION_ONLY)).isFalse();
        RewriteResult free = readBack(result(150_000L, null, true));
        assertThat(free.isOf(FIRST, 150_000, DURATION_ONLY)).isTrue();
        assertThat(free.isOf(FIRST, 150_000, Optional.of(0.2))).isFalse();
    }

    @Test
    void anOldResultHasEndedAndIsOfAnyNumberOfRows() throws Exception {
        RewriteResult old = readBack(result(null, controlled(null, null), null));
        assertThat(old.isOf(FIRST, 300_000, Optional.of(0.1))).isTrue();
        assertThat(old.ended()).isTrue();
        assertThat(old.controlled().ended()).isTrue();
        assertThat(old.isNear()).isTrue();
        assertThat(old.isCovered()).isTrue();
    }

    /** The real duration is unknown. */
    @Test
    void aRewriteThatWasCutOffIsNeitherNearNorCovered() throws Exception {
        RewriteResult cut = readBack(result(150_000L, controlled(0.2, false), false));
        assertThat(cut.isNear()).isFalse();
        assertThat(cut.isCovered()).isFalse();
        assertThat(BenchRewriteCommand.line(cut))
                .contains("measured at least 600.0 s", "controlled: 10 % in at least 650.0 s");
        assertThat(BenchRewriteCommand.line(result(150_000L, controlled(0.2, true), true)))
                .doesNotContain("at least");
    }

    private RewriteResult readBack(RewriteResult result) throws Exception {
        ResultFile<RewriteResult> file = new ResultFile<>(folder.resolve("rewrites.jsonl"), RewriteResult.class);
        file.append(result);
        List<RewriteResult> all = file.read();
        return all.get(all.size() - 1);
    }

    private static RewriteResult.Controlled controlled(Double allowed, Boolean ended) {
        return new RewriteResult.Controlled(650, 0.1, 16, 640, allowed, ended);
    }

    private static RewriteResult result(Long rows, RewriteResult.Controlled controlled, Boolean ended) {
        return new RewriteResult(
                1,
                FIRST.toString(),
                "MEASURED",
                600,
                500,
                700,
                600,
                680,
                0.9,
                0.2,
                controlled,
                List.of(),
                null,
                List.of(),
                List.of(),
                rows,
                ended);
    }
}
