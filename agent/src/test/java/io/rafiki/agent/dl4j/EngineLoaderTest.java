package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jUnusable;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.decision.Change;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.EvaluatorFailed;
import io.rafiki.decision.HoldReason.EvaluatorsDisagree;
import io.rafiki.decision.Plan;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
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
import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.ReferenceEvaluator;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.bytedeco.javacpp.Pointer;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLoaderTest {

    private static final long SEED = 11;
    private static final int INPUTS = 200;
    private static final int ALL_INPUTS = 10_000;
    private static final KnobSpace SPACE =
            new KnobSpace(List.of(new RealKnob("memtable_cleanup_threshold", "", 0.1, 0.6, 0.33)));
    private static final Configuration OTHER = SPACE.defaults().with("memtable_cleanup_threshold", "0.5");

    @TempDir
    Path folder;

    private ModelBundle bundle;

    @BeforeAll
    static void loadNatives() throws IOException {
        NativeLoader.load(Networks.NATIVE_CACHE);
    }

    @BeforeEach
    void makeBundle() throws IOException {
        bundle = bundle(zips(0));
    }

    /** Run with {@code -Drafiki.long=true} for 10,000 inputs. */
    @Test
    void bothEvaluatorsAgreeOnTheShippedModel() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 400));
        ModelBundle shipped = ModelBundle.read(Path.of("../conf/models/cassandra-5.0-2core/model.zip"), catalogue);
        ModelEngine engine = new EngineLoader(Optional.of(Networks.NATIVE_CACHE)).load(shipped);
        assertThat(engine.name()).as("%s", engine.failure()).isEqualTo("dl4j");
        ReferenceEvaluator dl4j = engine.reference().orElseThrow();
        Ensemble compiled = shipped.ensemble();
        Random random = new Random(SEED);
        double largest = 0;
        for (int i = 0; i < (Boolean.getBoolean("rafiki.long") ? ALL_INPUTS : INPUTS); i++) {
            Workload workload = Workload.ofReadRatio(random.nextDouble());
            Configuration configuration = random(shipped.space(), random);
            MemberPredictions expected = dl4j.predict(workload, configuration);
            assertThat(expected.members()).hasSameSizeAs(shipped.members());
            largest =
                    Math.max(largest, expected.largestDifference(compiled.memberPredictions(workload, configuration)));
        }
        assertThat(largest).as("seed %d", SEED).isBetween(0.0, 1e-9);
    }

    private static Configuration random(KnobSpace space, Random random) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Knob knob : space.knobs()) {
            List<Double> singles = knob.singles();
            double code = knob.range().isEmpty() || (!singles.isEmpty() && random.nextInt(4) == 0)
                    ? singles.get(random.nextInt(singles.size()))
                    : random.nextDouble(
                            knob.range().get().min(), knob.range().get().max());
            values.put(knob.name(), knob.value(knob.repair(code)));
        }
        return space.configuration(values);
    }

    @Test
    void aPlanThatDl4jConfirmsIsApplied() {
        assertThat(refusal(bundle.ensemble(), engine(bundle))).isEmpty();
    }

    @Test
    void aPlanIsRefusedWhenOneWeightDiffers() throws IOException {
        ModelBundle other = bundle(zips(1e-6));
        assertThat(refusal(other.ensemble(), engine(bundle))).hasValueSatisfying(hold -> assertThat(hold)
                .isInstanceOfSatisfying(EvaluatorsDisagree.class, reason -> assertThat(reason.difference())
                        .isGreaterThan(1e-9)));
        assertThat(refusal(other.ensemble(), engine(other))).isEmpty();
        assertThat(refusal(other.ensemble(), ModelEngine.COMPILED)).isEmpty();
    }

    @Test
    void aPlanIsRefusedWhenDl4jFails() {
        ModelEngine failing = ModelEngine.dl4j((workload, configuration) -> {
            throw new UnsatisfiedLinkError("no library");
        });
        assertThat(refusal(bundle.ensemble(), failing))
                .contains(new EvaluatorFailed("java.lang.UnsatisfiedLinkError: no library"));
    }

    @Test
    void readsDirectlyWhereTheNativesCannotBeUnpacked() throws IOException {
        Path file = Files.createFile(folder.resolve("no-folder"));
        ModelEngine engine = new EngineLoader(Optional.of(file)).load(bundle);
        assertThat(engine.name()).isEqualTo("compiled");
        assertThat(engine.failure()).hasValueSatisfying(failure -> {
            assertThat(failure).isInstanceOf(Dl4jUnusable.class);
            assertThat(ReasonText.of(failure))
                    .startsWith("DL4J cannot be used: ")
                    .contains(file.toString());
        });
    }

    @Test
    void leavesDl4jAloneIfTheEngineIsCompiled() {
        assertThat(new EngineLoader(Optional.empty()).load(bundle)).isSameAs(ModelEngine.COMPILED);
    }

    @Test
    void boundsTheNativeMemory() {
        assertThat(Pointer.maxBytes()).isEqualTo(128L << 20);
        assertThat(Pointer.maxPhysicalBytes()).isZero();
    }

    /** DL4J itself would deserialize the entry. */
    @Test
    void anObjectInABundleIsNotDeserialized() throws Exception {
        byte[] zip = withEntry(zips(0).get(0), "preprocessor.bin", serialized(new Gadget()));
        Gadget.read = false;
        assertThatThrownBy(() -> bundle(List.of(zip)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("preprocessor.bin");
        assertThat(Gadget.read).isFalse();
        try {
            ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false);
        } catch (RuntimeException e) {
            // the object is no preprocessor
        }
        assertThat(Gadget.read).as("the entry is dangerous").isTrue();
    }

    /** An object that records that it was deserialized. */
    private static final class Gadget implements Serializable {

        private static final long serialVersionUID = 1;

        private static boolean read;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read = true;
        }
    }

    private static byte[] serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static byte[] withEntry(byte[] zip, String name, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream from = new ZipInputStream(new ByteArrayInputStream(zip));
                ZipOutputStream to = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                from.transferTo(to);
            }
            to.putNextEntry(new ZipEntry(name));
            to.write(content);
        }
        return bytes.toByteArray();
    }

    private static ModelEngine engine(ModelBundle bundle) {
        ModelEngine engine = new EngineLoader(Optional.of(Networks.NATIVE_CACHE)).load(bundle);
        assertThat(engine.reference()).as("%s", engine.failure()).isPresent();
        return engine;
    }

    /** The decision about a plan that all other guardrails permit. */
    private static Optional<HoldReason> refusal(Ensemble compiled, ModelEngine engine) {
        LoadedModel model = new LoadedModel(
                Path.of("model.zip"), Instant.EPOCH, compiled, domain(), provenance(), engine, List.of(), 0.05);
        return model.unconfirmed(new Plan(
                SPACE.defaults(),
                OTHER,
                List.of(new Change("memtable_cleanup_threshold", 0.33, 0.5, ChangeCost.INSTANT)),
                Workload.ofReadRatio(0.3),
                new RelativeGain(0.2, 0.01)));
    }

    /**
     * Five networks with random weights.
     *
     * @param change added to the first weight of the third network
     */
    private static List<byte[]> zips(double change) throws IOException {
        int inputs = FeatureEncoder.of(SPACE).size();
        Random random = new Random(SEED);
        List<byte[]> zips = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            double[] weights =
                    random.doubles(Networks.parameters(inputs), -1, 1).toArray();
            weights[0] += i == 2 ? change : 0;
            zips.add(Networks.zip(inputs, weights));
        }
        return zips;
    }

    private static ModelBundle bundle(List<byte[]> zips) {
        List<EnsembleMember> members = new ArrayList<>();
        for (int i = 0; i < zips.size(); i++) {
            members.add(new EnsembleMember(
                    zips.get(i), new OutputScaling(i % 2 == 0, i % 2 == 0 ? 9 : 9000, 1 + i), "single", 0.1, 5));
        }
        return new ModelBundle(SPACE, FeatureEncoder.of(SPACE), members, domain(), provenance());
    }

    private static TrainingDomain domain() {
        return TrainingDomain.of(
                SPACE,
                List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)),
                List.of(SPACE.defaults().with("memtable_cleanup_threshold", "0.1"), OTHER));
    }

    private static Provenance provenance() {
        return new Provenance(Map.of(), 2, "", "test", SEED);
    }
}
