package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Machine;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.BundleMember;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Provenance;
import io.rafiki.surrogate.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleLoaderTest {

    private static final long SEED = 11;

    @TempDir
    Path folder;

    private static ModelBundle bundle;

    @BeforeAll
    static void makeBundle() throws IOException {
        Natives.load(Networks.NATIVE_CACHE);
        KnobSpace space = new KnobSpace(List.of(new RealKnob("memtable_cleanup_threshold", "", 0.1, 0.6, 0.33)));
        Encoding encoding = Encoding.of(space);
        Random random = new Random(SEED);
        List<BundleMember> members = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            double[] weights =
                    random.doubles(Networks.parameters(encoding.size()), -1, 1).toArray();
            members.add(new BundleMember(
                    Networks.zip(encoding.size(), weights),
                    new Target(i % 2 == 0, i % 2 == 0 ? 9 : 9000, 1 + i),
                    "single",
                    0.1,
                    5));
        }
        bundle = new ModelBundle(
                space,
                encoding,
                members,
                Envelope.of(space, List.of(0.0, 1.0), List.of(space.defaults(), space.defaults())),
                new Provenance(Map.of(), 2, "", "test", SEED));
    }

    @Test
    void dl4jServesTheShippedModel() throws Exception {
        KnobCatalogue catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new Machine(2, 400));
        ModelBundle shipped = ModelBundle.read(Path.of("../conf/models/cassandra-5.0-2core/model.zip"), catalogue);
        BundleLoader.Loaded loaded = new BundleLoader(Optional.of(Networks.NATIVE_CACHE)).load(shipped);
        assertThat(loaded.loader()).as(loaded.reason()).isEqualTo("dl4j");
        assertThat(BundleLoader.apart(shipped.ensemble(), loaded.ensemble())).isZero();
        assertThat(shipped.metrics()).containsOnlyKeys(Metric.values());
    }

    @Test
    void restoresByDl4jWhatTheBundleReadsItself() {
        BundleLoader.Loaded loaded = new BundleLoader(Optional.of(Networks.NATIVE_CACHE)).load(bundle);
        assertThat(loaded.loader()).isEqualTo("dl4j");
        assertThat(loaded.reason()).isEmpty();
        Random random = new Random(SEED);
        for (int i = 0; i < 100; i++) {
            double readRatio = random.nextDouble();
            double[] codes = {random.nextDouble(0.1, 0.6)};
            double[] direct = predict(bundle.ensemble(), readRatio, codes);
            double[] restored = predict(loaded.ensemble(), readRatio, codes);
            assertThat(restored[0]).isCloseTo(direct[0], within(1e-9 * Math.abs(direct[0])));
            assertThat(restored[1]).isCloseTo(direct[1], within(1e-9 * Math.abs(direct[1])));
        }
    }

    @Test
    void readsDirectlyWhereTheNativesCannotBeUnpacked() throws IOException {
        Path file = Files.createFile(folder.resolve("no-folder"));
        BundleLoader.Loaded loaded = new BundleLoader(Optional.of(file)).load(bundle);
        assertThat(loaded.loader()).isEqualTo("direct");
        assertThat(loaded.reason()).contains(file.toString());
        assertThat(predict(loaded.ensemble(), 0.5, new double[] {0.2}))
                .containsExactly(predict(bundle.ensemble(), 0.5, new double[] {0.2}));
    }

    @Test
    void leavesDl4jAloneUnlessAskedForIt() {
        BundleLoader.Loaded loaded = new BundleLoader(Optional.empty()).load(bundle);
        assertThat(loaded.loader()).isEqualTo("direct");
        assertThat(loaded.reason()).isEmpty();
    }

    @Test
    void seesWhenTwoEvaluatorsDisagree() throws Exception {
        Ensemble other = bundle.ensemble(zip -> {
            double[] weights = new Dl4jParameters().apply(zip);
            weights[0] += 1e-6;
            return weights;
        });
        assertThat(BundleLoader.apart(bundle.ensemble(), other)).isGreaterThan(1e-9);
        assertThat(BundleLoader.apart(bundle.ensemble(), bundle.ensemble())).isZero();
    }

    private static double[] predict(Ensemble ensemble, double readRatio, double[] codes) {
        double[] mean = new double[1];
        double[] deviation = new double[1];
        ensemble.predict(readRatio, codes, 1, mean, deviation);
        return new double[] {mean[0], deviation[0]};
    }
}
