package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A node that was started with the trial's configuration.
 *
 * @param node node under the campaign's conditions
 * @param catalogue catalogue of its knobs
 */
record FreshNode(LimitedNode node, KnobCatalogue catalogue) implements TrialNode {

    @Override
    public Environment environment() {
        return node.environment();
    }

    @Override
    public void awaitReady() throws IOException, InterruptedException {
        node.awaitReady();
    }

    @Override
    public Map<String, Object> effective(Configuration proposed) throws IOException {
        return EffectiveKnobs.read(node.process(), catalogue, proposed);
    }

    @Override
    public Optional<BackgroundLoad> backgroundLoad() throws IOException {
        return Optional.of(new BackgroundLoad(node.process().handle().pid()));
    }

    @Override
    public LoadResult drive(
            Ycsb ycsb, Workload workload, WarmUp warmUp, Duration measured, Path folder, TrialPhase.Listener listener)
            throws IOException, InterruptedException {
        return node.drive(ycsb, workload, warmUp, measured, folder, listener);
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
