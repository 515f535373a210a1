package io.rafiki.trainer.cassandra;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.LoadGenerator;
import io.rafiki.trainer.trial.TrialNode;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

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
    public LoadGenerator client() {
        return node.client();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(node.process().pid());
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
