package io.rafiki.trainer.analysis;

import io.rafiki.control.GuardrailReader;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.control.proposal.PriceClasses;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import io.rafiki.decision.RewriteCapacity;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostPolicy;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.ModelBundle;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.TableFiles;
import io.rafiki.search.GeneticSearch;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The model's best configuration for each change cost, from the baseline, at the workloads of the baseline's trials.
 *
 * <p>A tuner without a rafiki.yaml finds the same on a node with the data of the trials.
 *
 * @param rows by workload, then by ascending cost
 */
public record GainsByCost(List<Row> rows) {

    /** Stands for the id of the decision, which {@code rafiki propose} prints. */
    private static final String ID = "ID";

    /** The data of a trial, as several files of one size. */
    private static final int FILES = 4;

    private static final RewriteCapacity CAPACITY = new RewriteCapacity(1, OptionalDouble.empty());

    /**
     * One configuration.
     *
     * @param offer with {@code ID} in place of a decision
     */
    public record Row(Workload workload, Offer offer) {}

    public GainsByCost {
        rows = List.copyOf(rows);
    }

    /** Searches the model; omitted if the baseline is best, no gain is sound, or the agent does not tune the system. */
    static Finding<GainsByCost> of(TrialData measured, ModelBundle model, KnobCatalogue catalogue, long seed) {
        if (catalogue.entries().stream().noneMatch(entry -> entry.live().isPresent())) {
            return Finding.omitted(Omission.Cause.NO_AGENT);
        }
        GuardrailConfig limits = GuardrailReader.standard();
        FeasibleRegion reach = new FeasibleRegion(catalogue, limits.allowedCosts(), Set.of());
        PriceClasses classes = new PriceClasses(new GeneticSearch(), reach, limits);
        LoadedModel loaded = LoadedModel.compiled(
                Path.of(""), model, Instant.EPOCH, limits.change().minChange());
        NodeConfiguration baseline = new NodeConfiguration(model.space().defaults(), List.of(), Map.of());
        List<Row> rows = new ArrayList<>();
        List<PriceClass> unsound = new ArrayList<>();
        measured.defaults().forEach((workload, trials) -> {
            List<TableFiles> files = List.of(TableFiles.of(Collections.nCopies(FILES, bytes(trials) / FILES)));
            RewriteCostPolicy terms = new RewriteCostPolicy(
                    Optional.of(changes ->
                            RewriteCost.of(changes, files, CAPACITY, limits.rewriting(), CompactionHistory.NONE)),
                    Optional.empty());
            for (PriceClass best : classes.of(loaded, baseline, workload, seed, terms)) {
                if (Policy.isSound(best.plan(), Optional.of(loaded))) {
                    rows.add(new Row(workload, new Offer(ID, best, Mode.ADVISE)));
                } else {
                    unsound.add(best);
                }
            }
        });
        if (rows.isEmpty()) {
            return Finding.omitted(
                    unsound.isEmpty() ? Omission.Cause.BASELINE_RECOMMENDED : Omission.Cause.GAINS_UNSOUND);
        }
        return Finding.of(new GainsByCost(rows));
    }

    /** The bytes of the rows of the largest data set. */
    private static long bytes(List<Trial> trials) {
        return trials.stream()
                .mapToLong(
                        trial -> trial.workload().records() * trial.workload().recordBytes())
                .max()
                .orElseThrow();
    }
}
