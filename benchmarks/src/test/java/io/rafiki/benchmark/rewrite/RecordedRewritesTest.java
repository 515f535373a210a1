package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.TrialProgress;
import io.rafiki.decision.TrialProgress.Look;
import io.rafiki.node.NodeThreads.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule for trial compactions, on recorded rewrites of nodes of different speed ({@code rafiki bench rewrite --duration-only}). */
class RecordedRewritesTest {

    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;

    /**
     * Twenty cases, three times on an AMD EPYC and three times on an Intel Xeon: with trials of one compaction, of several, and with little
     * read-ahead. Seven of them are repeated with the present rule for disks, and all with the present code.
     */
    @ParameterizedTest
    @CsvSource({
        "rewrites-amd, 20, 19",
        "rewrites-amd-read-ahead, 20, 18",
        "rewrites-amd-first-third, 7, 6",
        "rewrites-amd-repeated, 20, 14",
        "rewrites-intel-one-trial, 20, 16",
        "rewrites-intel-several-trials, 20, 16",
        "rewrites-intel-read-ahead, 20, 17"
    })
    void theTrialPredictsTheDurationOfARewrite(String folder, int cases, int near) throws IOException {
        List<RewriteResult> rewrites =
                new ResultFile<>(Path.of("results", folder, "rewrites.jsonl"), RewriteResult.class).read();
        assertThat(rewrites).hasSize(cases);
        assertThat(rewrites.stream()
                        .filter(rewrite -> Math.abs(rewrite.error(duration(rewrite))) <= RewriteResult.NEAR))
                .hasSizeGreaterThanOrEqualTo(near);
    }

    /** The compactions of one table follow one another. */
    private static double duration(RewriteResult rewrite) {
        double megabytes =
                rewrite.compactions().stream().mapToDouble(each -> each).sum();
        double limit = RewriteCase.all().get(rewrite.number() - 1).speed().throttle() * (1 << 20) / MEGA;
        return megabytes > 0 ? RewriteCost.START + megabytes / Math.min(limit, rate(rewrite)) : 0;
    }

    /** In megabytes per second. */
    private static double rate(RewriteResult rewrite) {
        List<TrialProgress.Part> parts = parts(rewrite.trials());
        double seconds = parts.stream()
                .mapToDouble(part -> part.length().toNanos() / NANOS)
                .sum();
        return parts.stream().mapToDouble(part -> part.bytes() / MEGA).sum() / seconds;
    }

    private static List<TrialProgress.Part> parts(List<RewriteResult.TrialRun> trials) {
        List<TrialProgress.Part> parts = new ArrayList<>();
        double elapsed = 0;
        boolean more = true;
        for (int i = 0; more && i < trials.size(); i++) {
            RewriteResult.Work work = trials.get(i).work();
            TrialProgress progress = progress(trials.get(i));
            progress.part(at(work.seconds()), 1).ifPresent(parts::add);
            elapsed += work.seconds();
            more = !progress.isEnough(i + 1, Duration.ofMillis(Math.round(1_000 * elapsed)), parts);
        }
        return parts;
    }

    /** The disk is taken to serve all parts of the files alike. */
    private static TrialProgress progress(RewriteResult.TrialRun trial) {
        RewriteResult.Work work = trial.work();
        return new TrialProgress(
                Math.round(MEGA * work.megabytes()),
                trial.looks().stream()
                        .map(look -> new Look(
                                at(look.seconds()),
                                look.share(),
                                Optional.of(new Usage(
                                        Math.round(MEGA * work.disk() * look.share()),
                                        Math.round(NANOS * look.cpu()),
                                        Math.round(NANOS * look.queue())))))
                        .toList());
    }

    private static Instant at(double seconds) {
        return Instant.EPOCH.plus(Duration.ofNanos(Math.round(NANOS * seconds)));
    }
}
