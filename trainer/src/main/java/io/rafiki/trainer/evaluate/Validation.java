package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.table.RowGroups;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Trains the ensemble and the baselines on parts of a table and tests them on the rest.
 *
 * <p>With training sizes, the training rows are drawn at random and all others are tested. Without, a quarter of the configurations is
 * held out, and separately a quarter of the workloads (Rafiki §4.7).
 */
public final class Validation {

    /** The minimum number of training rows. */
    static final int FEWEST_TRAINED = 10;

    /** The default maximum number of training rows, which limits the training time. Campaigns are smaller. */
    static final int MOST_TRAINED = 400;

    /** The maximum number of predicted rows. More rows do not change the shown figures, but take minutes. */
    static final int MOST_TESTED = 100_000;

    private static final int PAIRS = 20_000;
    private static final List<Double> CURVE = List.of(0.25, 0.5);

    private final MeasuredTable table;
    private final ValidationSettings settings;
    private final Seeds seeds;
    private final List<RegressionMethod> methods = new ArrayList<>();
    private final List<SplitProtocol> protocols = new ArrayList<>();
    private final List<String> treatments = new ArrayList<>();

    /**
     * A validation of the ensemble and all baselines.
     *
     * @throws IllegalArgumentException with one line if the table is not sufficient for the settings
     */
    public Validation(MeasuredTable table, ValidationSettings settings) {
        this(
                table,
                settings,
                List.of(
                        new AdamMethod(settings.recipe().hidden()),
                        new ForestMethod(),
                        new LinearMethod(),
                        new MeanMethod()));
    }

    /** @param baselines methods other than the ensemble and its single network */
    Validation(MeasuredTable table, ValidationSettings settings, List<RegressionMethod> baselines) {
        this.table = table;
        this.settings = settings;
        seeds = new Seeds(settings.seed());
        methods.add(new EnsembleMethod(ValidationResult.ENSEMBLE, settings.recipe()));
        methods.add(new EnsembleMethod(
                ValidationResult.NETWORK,
                settings.recipe().with(1, 1, settings.recipe().seed())));
        methods.addAll(baselines);
        treatments.addAll(table.treatments());
        treatments.addAll(PreprocessingLog.of(table));
        if (settings.trainSizes().isEmpty()) {
            holdOut("configurations", table.configurations());
            if (table.hasWorkloads()) {
                holdOut("workloads", table.workloads());
            }
        } else {
            draw();
        }
        if (table.rows() > MOST_TESTED) {
            treatments.add("where more than " + MOST_TESTED
                    + " rows are held out, so many of them, drawn at random, are predicted");
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("expected a table of which a quarter can be held out, found none: "
                    + String.join("; ", treatments) + ". rafiki validate --train-sizes draws rows instead.");
        }
    }

    private void draw() {
        for (int size : settings.trainSizes()) {
            if (size >= table.rows()) {
                throw new IllegalArgumentException("--train-sizes: expected fewer than the table's " + table.rows()
                        + " rows, so that some are left to test on, found " + size + ".");
            }
        }
        protocols.add(new RandomSplit(table.rows(), settings.trainSizes(), seeds));
    }

    private void holdOut(String name, RowGroups groups) {
        if (groups.size() < 2) {
            treatments.add("all rows have the same " + name.substring(0, name.length() - 1) + ", so none is held out");
            return;
        }
        GroupSplit protocol = new GroupSplit(name, groups, settings.repeats(), MOST_TRAINED, CURVE, seeds);
        if (protocol.available() < FEWEST_TRAINED) {
            treatments.add("holding out " + protocol.heldOut() + " of " + groups.size() + " " + name
                    + " leaves as few as " + protocol.available() + " rows to train on: not done");
            return;
        }
        if (protocol.available() > MOST_TRAINED) {
            treatments.add("held-out " + name + ": " + MOST_TRAINED + " training rows drawn of " + protocol.available()
                    + "; rafiki validate --train-sizes trains on as many as you say");
        }
        double ways = CombinatoricsUtils.binomialCoefficientDouble(groups.size(), protocol.heldOut());
        if (ways < settings.repeats()) {
            treatments.add(String.format(
                    Locale.ROOT,
                    "there are only %.0f ways to hold out %d of %d %s: the %d repeats are not independent, and their"
                            + " intervals are too narrow",
                    ways,
                    protocol.heldOut(),
                    groups.size(),
                    name,
                    settings.repeats()));
        }
        if (name.equals("workloads")) {
            treatments.add("workloads are told apart by " + groups.rule());
        }
        protocols.add(protocol);
    }

    /** The number and kind of the trainings, in one line. */
    public String plan() {
        int sizes =
                protocols.stream().mapToInt(protocol -> protocol.sizes().size()).sum();
        return "%d repeats of %d training size%s with %d methods on %d thread%s"
                .formatted(
                        settings.repeats(),
                        sizes,
                        sizes == 1 ? "" : "s",
                        methods.size(),
                        settings.threads(),
                        settings.threads() == 1 ? "" : "s");
    }

    public ValidationResult run(ProgressReporter progress) throws InterruptedException {
        Map<EvaluationTask, EvaluationTask.Outcome> outcomes =
                new TaskScheduler(settings.threads(), progress, plan()).run(tasks(), this::cost);
        Map<String, String> names = new LinkedHashMap<>();
        methods.forEach(method -> names.put(method.name(), method.description()));
        List<String> all = new ArrayList<>(treatments);
        all.addAll(PreprocessingLog.unseen(table, protocols, settings.repeats()));
        all.addAll(PreprocessingLog.warnings(outcomes));
        return new ValidationResult(
                table,
                methods.get(0).description(),
                settings.repeats(),
                settings.seed(),
                names,
                protocols.stream().map(protocol -> section(protocol, outcomes)).toList(),
                all);
    }

    private List<EvaluationTask> tasks() {
        List<EvaluationTask> tasks = new ArrayList<>();
        for (int repeat = 0; repeat < settings.repeats(); repeat++) {
            for (SplitProtocol protocol : protocols) {
                int greatest = protocol.sizes().get(protocol.sizes().size() - 1);
                for (int size : protocol.sizes()) {
                    for (RegressionMethod method : methods) {
                        boolean shown = size == greatest && method == methods.get(0);
                        tasks.add(new EvaluationTask(
                                table,
                                protocol,
                                size,
                                repeat,
                                method,
                                seeds,
                                shown ? Math.max(1, PAIRS / settings.repeats()) : 0));
                    }
                }
            }
        }
        return tasks;
    }

    /** The task of the first repeat that predicts the duration of another task, with the ratio of both. */
    private TaskScheduler.Cost cost(EvaluationTask task) {
        boolean ensemble = task.method() == methods.get(0);
        RegressionMethod like = ensemble ? methods.get(1) : task.method();
        return new TaskScheduler.Cost(
                new EvaluationTask(task.table(), task.protocol(), task.size(), 0, like, seeds, 0),
                ensemble ? settings.recipe().networks() : 1);
    }

    private ValidationResult.Section section(
            SplitProtocol protocol, Map<EvaluationTask, EvaluationTask.Outcome> outcomes) {
        List<ResultRow> rows = new ArrayList<>();
        for (int size : protocol.sizes()) {
            List<EvaluationTask.Outcome> ours = outcomes(protocol, size, methods.get(0), outcomes);
            for (RegressionMethod method : methods) {
                rows.add(row(method.name(), size, outcomes(protocol, size, method, outcomes), ours));
            }
        }
        List<EvaluationTask.Outcome> shown = outcomes.entrySet().stream()
                .filter(entry -> entry.getKey().drawn() > 0 && entry.getKey().protocol() == protocol)
                .map(Map.Entry::getValue)
                .toList();
        return new ValidationResult.Section(
                protocol.name(),
                protocol.rule(),
                rows,
                PredictionPairs.together(
                        shown.stream().map(EvaluationTask.Outcome::pairs).toList()),
                GainCoverage.together(
                        shown.stream().map(EvaluationTask.Outcome::gains).toList()));
    }

    private static List<EvaluationTask.Outcome> outcomes(
            SplitProtocol protocol,
            int size,
            RegressionMethod method,
            Map<EvaluationTask, EvaluationTask.Outcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(entry -> entry.getKey().protocol() == protocol
                        && entry.getKey().size() == size
                        && entry.getKey().method() == method)
                .map(Map.Entry::getValue)
                .toList();
    }

    private static ResultRow row(
            String method, int size, List<EvaluationTask.Outcome> theirs, List<EvaluationTask.Outcome> ours) {
        return new ResultRow(
                method,
                size,
                theirs.stream()
                        .mapToInt(EvaluationTask.Outcome::testSize)
                        .average()
                        .orElse(0),
                interval(theirs, ErrorMetrics::mape),
                interval(theirs, ErrorMetrics::r2),
                interval(theirs, ErrorMetrics::rmse),
                interval(theirs, ErrorMetrics::within1).mean(),
                interval(theirs, ErrorMetrics::within2).mean(),
                behind(theirs, ours, ErrorMetrics::mape),
                behind(theirs, ours, ErrorMetrics::rmse));
    }

    private static ConfidenceInterval behind(
            List<EvaluationTask.Outcome> theirs,
            List<EvaluationTask.Outcome> ours,
            ToDoubleFunction<ErrorMetrics> figure) {
        return ConfidenceInterval.of(IntStream.range(0, theirs.size())
                .mapToDouble(repeat -> figure.applyAsDouble(theirs.get(repeat).errors())
                        - figure.applyAsDouble(ours.get(repeat).errors()))
                .toArray());
    }

    private static ConfidenceInterval interval(
            List<EvaluationTask.Outcome> outcomes, ToDoubleFunction<ErrorMetrics> figure) {
        return ConfidenceInterval.of(outcomes.stream()
                .map(EvaluationTask.Outcome::errors)
                .mapToDouble(figure)
                .toArray());
    }
}
