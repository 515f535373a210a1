package io.rafiki.trainer;

import static io.rafiki.trainer.DemandFeature.DEMAND;
import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.Decision;
import io.rafiki.decision.DecisionInput;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Policy;
import io.rafiki.decision.ProposalReason.WorkloadNotTrained;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlanText;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainedEnsemble;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** A feature from the plan to the decision: trials, training data, bundle, window, search and policy. */
public final class DemandScenario implements Callable<Void> {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
    private static final double LOW = 200;
    private static final double HIGH = 9_000;

    private final Path folder;

    public DemandScenario(Path folder) {
        this.folder = folder;
    }

    @Override
    public Void call() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                PlanText.TEXT
                        .replace("trials: 16", "trials: 80")
                        .replace("max_background_cpu: 0.2", "demand: {min: 100, max: 10000}"));
        Path trials = folder.resolve("trials.jsonl");
        measure(CampaignPlan.read(plan), trials);
        ModelBundle model = train(trials, plan);
        assertThat(model.envelope().bounds(DEMAND)).satisfies(seen -> {
            assertThat(seen.min()).isBetween(100.0, 130.0);
            assertThat(seen.max()).isEqualTo(DEMAND.absent());
        });
        assertThat(reads(model, LOW)).isLessThan(24);
        assertThat(reads(model, HIGH)).isGreaterThan(48);
        decide(model);
        return null;
    }

    /** Each trial as a node would leave it whose best number of read threads grows with the demand. */
    private static void measure(CampaignPlan plan, Path file) throws Exception {
        KnobSpace space = plan.space(PlanText.catalogue());
        List<PlannedTrial> planned = plan.trials(space);
        Trials lines = new Trials(file);
        for (int i = 0; i < planned.size(); i++) {
            PlannedTrial trial = planned.get(i);
            double demand = trial.workload().value(DEMAND);
            if (trial.isDefault()) {
                assertThat(demand).isEqualTo(DEMAND.absent());
                assertThat(plan.conditions().ycsb(trial.workload())).doesNotContainKey("target");
            } else {
                assertThat(demand).isBetween(100.0, 10_000.0);
                assertThat(plan.conditions().ycsb(trial.workload()))
                        .containsEntry("target", Long.toString(Math.round(demand)));
            }
            lines.append(Lines.measured(
                    trial, throughput(trial), NOW.plusSeconds(60L * i).toString()));
        }
        assertThat(Files.readAllLines(file)).anyMatch(line -> line.contains("\"demand\":"));
        assertThat(Trials.read(file).stream().map(line -> line.workload().features()))
                .containsExactlyElementsOf(
                        planned.stream().map(PlannedTrial::workload).toList());
    }

    private static double throughput(PlannedTrial trial) {
        double demand = Math.min(10_000, trial.workload().value(DEMAND));
        double best = 8 + 56 * Math.log(demand / 100) / Math.log(100);
        double off =
                (trial.configuration().code(trial.configuration().space().indexOf("concurrent_reads")) - best) / 56;
        return 10_000 * Math.exp(-2 * off * off);
    }

    private ModelBundle train(Path trials, Path plan) throws Exception {
        TrialSet set = TrialSet.read(trials, plan, CATALOGUE);
        TrainedEnsemble trained =
                new EnsembleTrainer(TrainingConfig.DEFAULT.with(4, 1, 1), finished -> {}).train(set.samples());
        Path file = folder.resolve("model.zip");
        TrainedEnsemble.bundle(Map.of(Metric.THROUGHPUT, trained), set.provenance("rafiki train", 1))
                .write(file);
        return ModelBundle.read(file);
    }

    private static double reads(ModelBundle model, double demand) {
        Recommendation advice = advice(model, Workload.ofReadRatio(0.5).with(DEMAND, demand));
        assertThat(advice.outside()).isEmpty();
        return advice.best().code(model.space().indexOf("concurrent_reads"));
    }

    private static Recommendation advice(ModelBundle model, Workload workload) {
        return Recommendation.of(model, workload, Map.of(), Map.of(), Map.of(), 0, 1);
    }

    /** Inside of the training domain the tuner applies what the search found; outside it only advises and names the feature. */
    private static void decide(ModelBundle model) {
        LoadedModel loaded = new LoadedModel(
                Path.of("model.zip"),
                NOW,
                model.ensemble(),
                model.envelope(),
                model.provenance(),
                ModelEngine.COMPILED,
                List.of(),
                0.01);
        Window inside = window(LOW);
        assertThat(inside.workload()).isEqualTo(Workload.ofReadRatio(0.5).with(DEMAND, LOW));
        Plan plan = plan(advice(model, inside.workload()));
        assertThat(decision(loaded, inside, plan)).isEqualTo(new Decision.Apply(plan));
        assertThat(decision(loaded, window(10), plan)).isInstanceOfSatisfying(Decision.Propose.class, proposed -> {
            assertThat(proposed.because()).isInstanceOfSatisfying(WorkloadNotTrained.class, reason -> {
                assertThat(reason.violation().feature()).isEqualTo("demand");
                assertThat(reason.violation().value()).isEqualTo(10.0);
            });
        });
    }

    private static Plan plan(Recommendation advice) {
        Configuration from = advice.base();
        Configuration to =
                from.with("concurrent_reads", String.valueOf(advice.best().get("concurrent_reads")));
        return new Plan(
                from,
                to,
                List.of(new Change(
                        "concurrent_reads",
                        from.get("concurrent_reads"),
                        to.get("concurrent_reads"),
                        ChangeCost.INSTANT)),
                advice.workload(),
                advice.gain());
    }

    private static Decision decision(LoadedModel model, Window window, Plan plan) {
        Policy policy = new Policy(new GuardrailConfig(
                1_000,
                0.03,
                2,
                Duration.ofMinutes(1),
                ChangeTest.STANDARD,
                new StationarityTest(0.15, StationarityTest.ERRORS),
                new RewriteCostLimits(Duration.ofHours(1), 32e6, 0.5),
                true,
                Set.of(ChangeCost.INSTANT),
                Budget.STANDARD,
                new RegressionLimits(Duration.ofMinutes(5), 0.1),
                HealthLimits.STANDARD,
                Duration.ofMinutes(15),
                Duration.ofDays(1),
                QuietHours.NONE));
        DecisionInput input = new DecisionInput(
                NOW,
                Mode.AUTO,
                Optional.empty(),
                Optional.of(window),
                Optional.of(window),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(model),
                List.of(),
                ChangeCounts.NOTHING,
                List.of(),
                List.of(),
                false);
        return policy.beforeSearch(input).<Decision>map(hold -> hold).orElseGet(() -> policy.about(plan, input));
    }

    private static Window window(double demand) {
        long half = Math.round(300 * demand / 2);
        return new Window(
                NOW.minusSeconds(300),
                Duration.ofMinutes(5),
                half,
                half,
                0,
                1,
                ThroughputTrend.even(demand),
                Optional.empty());
    }
}
