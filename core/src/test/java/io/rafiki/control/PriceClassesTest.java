package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.control.proposal.PlanSubject;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.control.proposal.PriceClasses;
import io.rafiki.decision.Budget;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.search.GeneticSearch;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node with Unified(T4) and without a chunk cache. Writers, a scaling parameter, Leveled and the cache gain 5, 10, 20 and 40 %. */
class PriceClassesTest {

    private static final RewriteCost PRICE = new RewriteCost(
            512_000_000,
            new RewriteDuration(Duration.ofSeconds(16), Duration.ofSeconds(8), Duration.ofSeconds(32), Basis.ASSUMED),
            0.5);

    private KnobCatalogue catalogue;
    private KnobSpace space;
    private Configuration now;
    private Seen third = new Seen(64, 256, List.of(0.0));
    private RewriteCostPolicy terms = new RewriteCostPolicy(Optional.of(changes -> PRICE), Optional.empty());

    @BeforeEach
    void read() throws Exception {
        catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        space = catalogue.space(List.of("compaction", "concurrent_writes", "file_cache_size"));
        now = space.defaults().with("compaction", "Unified(T4)");
    }

    @Test
    void eachClassIsTheBestAtItsCost() {
        List<PriceClass> classes = classes(Set.of(ChangeCost.INSTANT));
        assertThat(classes).extracting(PriceClass::cost).containsExactly(ChangeCost.values());
        assertThat(classes)
                .extracting(each -> each.plan().to().toMap())
                .containsExactly(
                        values("Unified(T4)", "off"),
                        values("Unified(L4)", "off"),
                        values("Leveled", "off"),
                        values("Leveled", 256L));
        assertThat(classes)
                .extracting(each -> Math.round(100 * each.plan().gain().mean()))
                .containsExactly(5L, 15L, 25L, 65L);
        assertThat(classes).allSatisfy(each -> {
            double mean = each.plan().gain().mean();
            assertThat(each.lowerBound()).isLessThan(mean);
            assertThat(each.upperBound() - mean).isCloseTo(mean - each.lowerBound(), within(1e-12));
        });
    }

    @Test
    void theRewriteHasItsPrice() {
        PriceClass rewrite = classes(Set.of(ChangeCost.INSTANT)).get(2);
        RewriteRepaid repaid = rewrite.plan().rewrite().orElseThrow();
        assertThat(repaid.cost().bytes()).isEqualTo(512_000_000);
        assertThat(repaid.cost().duration().expected()).isEqualTo(Duration.ofSeconds(16));
        assertThat(rewrite.changesText())
                .contains("compaction Unified(T4) -> Leveled")
                .contains("rewrites 512 MB");
    }

    @Test
    void theCommandNamesThePermission() {
        assertThat(classes(Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA)))
                .extracting(each -> each.command("d42", Mode.APPROVE))
                .containsExactly(
                        "rafiki apply d42 --allow instant",
                        "rafiki apply d42 --allow new_data",
                        "rafiki apply d42 --allow rewrites_data   # always: rewrites_data in allowed_costs",
                        "restart with cassandra.yaml: ALTER TABLE for compaction; concurrent_writes: 96;"
                                + " file_cache_enabled: true; file_cache_size: 256MiB");
    }

    @Test
    void theCommandsSetAModeThatPermitsChanges() {
        assertThat(classes(Set.of(ChangeCost.INSTANT)).get(0).command("d42", Mode.OBSERVE))
                .isEqualTo("rafiki mode approve && rafiki apply d42 --allow instant");
    }

    /** Only cassandra.yaml sets the commit log's segments; its knob has no live binding. */
    @Test
    void aKnobThatIsSetAtStartOnlyNeedsARestart() {
        space = catalogue.space(List.of("compaction", "concurrent_writes", "commitlog_segment_size"));
        third = new Seen(16, 64, List.of());
        now = space.defaults().with("compaction", "Unified(T4)");
        List<PriceClass> classes = classes(Set.of(ChangeCost.INSTANT), Set.of("compaction"));
        assertThat(classes).extracting(PriceClass::cost).containsExactly(ChangeCost.INSTANT, ChangeCost.NEXT_START);
        assertThat(classes.get(1).startLines())
                .containsExactly("concurrent_writes: 96", "commitlog_segment_size: 64MiB");
        assertThat(classes.get(0).startLines()).isEmpty();
    }

    /** cassandra.yaml has 32 writers. */
    @Test
    void theStartLinesContainLiveValuesThatARestartLoses() {
        now = now.with("concurrent_writes", 96);
        Set<ChangeCost> allowed = Set.of(ChangeCost.INSTANT);
        Set<String> staying = Set.of("compaction");
        List<PriceClass> classes = classes(allowed, staying, Set.of("concurrent_writes"));
        assertThat(classes).extracting(PriceClass::cost).containsExactly(ChangeCost.NEXT_START);
        assertThat(classes.get(0).startLines())
                .containsExactly("concurrent_writes: 96", "file_cache_enabled: true", "file_cache_size: 256MiB");
        PriceClass kept = classes(allowed, staying).get(0);
        assertThat(kept.startLines()).containsExactly("file_cache_enabled: true", "file_cache_size: 256MiB");
    }

    @Test
    void aRewriteThatMustWaitIsNoClass() {
        terms = new RewriteCostPolicy(
                Optional.of(changes -> PRICE), Optional.of(new RewriteObstacle.TableSizeUnknown()));
        assertThat(classes(Set.of(ChangeCost.INSTANT)))
                .extracting(PriceClass::cost)
                .containsExactly(ChangeCost.INSTANT, ChangeCost.NEW_DATA, ChangeCost.NEXT_START);
    }

    @Test
    void aKnobThatAnotherClientSetStays() {
        assertThat(classes(Set.of(), Set.of("compaction", "file_cache_size")))
                .extracting(PriceClass::cost)
                .containsExactly(ChangeCost.INSTANT);
    }

    private List<PriceClass> classes(Set<ChangeCost> allowed) {
        return classes(allowed, Set.of());
    }

    private List<PriceClass> classes(Set<ChangeCost> allowed, Set<String> staying) {
        return classes(allowed, staying, Set.of());
    }

    private List<PriceClass> classes(Set<ChangeCost> allowed, Set<String> staying, Set<String> lost) {
        GuardrailConfig limits = new GuardrailConfig(
                1_000,
                0.03,
                2,
                Duration.ZERO,
                ChangeTest.STANDARD,
                new StationarityTest(0.15, StationarityTest.ERRORS),
                new RewriteCostLimits(Duration.ofHours(1), 32e6, 0.5),
                true,
                allowed,
                Budget.STANDARD,
                new RegressionLimits(Duration.ZERO, 0.1),
                HealthLimits.STANDARD,
                Duration.ZERO,
                Duration.ZERO,
                QuietHours.NONE);
        return new PriceClasses(new GeneticSearch(), new FeasibleRegion(catalogue, allowed, Set.of()), limits)
                .of(
                        model(),
                        new PlanSubject(
                                new NodeConfiguration(now, List.of(), Map.of()),
                                Workload.ofReadRatio(0.5),
                                staying,
                                List.of()),
                        1,
                        terms,
                        lost);
    }

    private LoadedModel model() {
        TrainingDomain domain = new TrainingDomain(
                Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)),
                List.of(
                        new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
                        new Seen(16, 96, List.of()),
                        third));
        return new LoadedModel(
                Path.of("model.zip"),
                Instant.EPOCH,
                new Steps(space),
                domain,
                Rig.PROVENANCE,
                ModelEngine.COMPILED,
                List.of(),
                0.05);
    }

    private static Map<String, Object> values(String compaction, Object cache) {
        return Map.of("compaction", compaction, "concurrent_writes", 96L, "file_cache_size", cache);
    }

    /** Each knob adds its share of 10,000 operations per second. */
    private record Steps(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                String compaction = String.valueOf(space.knob(0).value(codes[3 * i]));
                double cache = codes[3 * i + 2];
                double strategy =
                        switch (compaction) {
                            case "Leveled" -> 0.2;
                            case "Unified(L4)" -> 0.1;
                            case "Unified(T4)" -> 0;
                            default -> -0.1;
                        };
                mean[i] = 10_000 * (1 + strategy + 0.05 * (codes[3 * i + 1] - 32) / 64 + 0.4 * cache / 256);
                deviation[i] = 20;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
