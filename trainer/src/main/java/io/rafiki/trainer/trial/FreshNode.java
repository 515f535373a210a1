package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A node that was started in the trial's configuration.
 *
 * @param node under the campaign's conditions
 * @param catalogue of its knobs
 */
record FreshNode(ConditionedNode node, KnobCatalogue catalogue) implements TrialNode {

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
    public Optional<OtherLoad> others() throws IOException {
        return Optional.of(new OtherLoad(node.process().handle().pid()));
    }

    @Override
    public Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        return node.drive(ycsb, readRatio, warmUp, measured, folder);
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
