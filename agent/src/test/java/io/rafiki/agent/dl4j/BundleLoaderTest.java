package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jUnusable;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.knob.RealKnob;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.reason.ReasonText;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
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
        NativeLoader.load(Networks.NATIVE_CACHE);
        KnobSpace space = new KnobSpace(List.of(new RealKnob("memtable_cleanup_threshold", "", 0.1, 0.6, 0.33)));
        FeatureEncoder encoding = FeatureEncoder.of(space);
        Random random = new Random(SEED);
        List<EnsembleMember> members = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            double[] weights =
                    random.doubles(Networks.parameters(encoding.size()), -1, 1).toArray();
            members.add(new EnsembleMember(
                    Networks.zip(encoding.size(), weights),
                    new OutputScaling(i % 2 == 0, i % 2 == 0 ? 9 : 9000, 1 + i),
                    "single",
                    0.1,
                    5));
        }
        bundle = new ModelBundle(
                space,
                encoding,
                members,
                TrainingDomain.of(
                        space,
                        List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)),
                        List.of(space.defaults(), space.defaults())),
                new Provenance(Map.of(), 2, "", "test", SEED));
    }

    @Test
    void dl4jServesTheShippedModel() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 400));
        ModelBundle shipped = ModelBundle.read(Path.of("../conf/models/cassandra-5.0-2core/model.zip"), catalogue);
        BundleLoader.Loaded loaded = new BundleLoader(Optional.of(Networks.NATIVE_CACHE)).load(shipped);
        assertThat(loaded.loader()).as("%s", loaded.failure()).isEqualTo("dl4j");
        assertThat(BundleLoader.largestDifference(shipped.ensemble(), loaded.ensemble()))
                .isZero();
        assertThat(shipped.metrics()).containsOnlyKeys(Metric.values());
    }

    @Test
    void restoresByDl4jWhatTheBundleReadsItself() {
        BundleLoader.Loaded loaded = new BundleLoader(Optional.of(Networks.NATIVE_CACHE)).load(bundle);
        assertThat(loaded.loader()).isEqualTo("dl4j");
        assertThat(loaded.failure()).isEmpty();
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
        assertThat(loaded.failure()).hasValueSatisfying(failure -> assertThat(failure)
                .isInstanceOfSatisfying(Dl4jUnusable.class, unusable -> assertThat(unusable.error())
                        .contains(file.toString())));
        assertThat(ReasonText.of(loaded.failure().orElseThrow()))
                .startsWith("DL4J cannot be used: ")
                .contains(file.toString());
        assertThat(predict(loaded.ensemble(), 0.5, new double[] {0.2}))
                .containsExactly(predict(bundle.ensemble(), 0.5, new double[] {0.2}));
    }

    @Test
    void leavesDl4jAloneUnlessAskedForIt() {
        BundleLoader.Loaded loaded = new BundleLoader(Optional.empty()).load(bundle);
        assertThat(loaded.loader()).isEqualTo("direct");
        assertThat(loaded.failure()).isEmpty();
    }

    @Test
    void seesWhenTwoEvaluatorsDisagree() throws Exception {
        Ensemble other = bundle.ensemble(zip -> {
            double[] weights = new Dl4jParameters().apply(zip);
            weights[0] += 1e-6;
            return weights;
        });
        assertThat(BundleLoader.largestDifference(bundle.ensemble(), other)).isGreaterThan(1e-9);
        assertThat(BundleLoader.largestDifference(bundle.ensemble(), bundle.ensemble()))
                .isZero();
    }

    private static double[] predict(Ensemble ensemble, double readRatio, double[] codes) {
        double[] mean = new double[1];
        double[] deviation = new double[1];
        ensemble.predict(Workload.ofReadRatio(readRatio), codes, 1, mean, deviation);
        return new double[] {mean[0], deviation[0]};
    }
}
