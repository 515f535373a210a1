package io.rafiki.benchmark.agent;

import io.rafiki.trainer.scenario.Variant;
import io.rafiki.trainer.trial.CpuPinning;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Two nodes at the same time, so that other programs affect both. Each node and its client have one processor of their own, because a
 * scheduler balances threads and not nodes. The nodes swap processors each second. On a machine with one processor they share it.
 */
final class TwoNodes {

    /** Work on one of the nodes. */
    interface OfNode<T> {
        T run(int number) throws IOException, InterruptedException;
    }

    private TwoNodes() {}

    /** Works on both; the results in their order. */
    static <T> List<T> atTheSameTime(OfNode<T> work) throws IOException, InterruptedException {
        ExecutorService background = Executors.newSingleThreadExecutor();
        try {
            Future<T> other = background.submit(() -> work.run(1));
            T here = work.run(0);
            return List.of(here, other.get());
        } catch (ExecutionException failure) {
            throw new IOException(failure.getCause().getMessage(), failure);
        } finally {
            background.shutdownNow();
            background.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    /** The variant on the processors of a node. */
    static Variant placed(Variant variant, int node) {
        return Runtime.getRuntime().availableProcessors() < 2 ? variant : variant.at(() -> CpuPinning.inTurn(node));
    }
}
