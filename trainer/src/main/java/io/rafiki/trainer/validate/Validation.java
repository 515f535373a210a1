package io.rafiki.trainer.validate;

import io.rafiki.trainer.statistics.Interval;
import io.rafiki.trainer.table.Grouping;
import io.rafiki.trainer.table.MeasuredTable;
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
 * <p>With training sizes given: on so many rows drawn at random, tested on all others. Without: on what is left when a quarter of the
 * configurations is withheld, and when a quarter of the workloads is (Rafiki §4.7).
 */
public final class Validation {

    /** Fewest rows that anything is trained on. */
    static final int FEWEST_TRAINED = 10;

    /** Most rows trained on unless sizes are asked for: training time grows with them, and campaigns are smaller. */
    static final int MOST_TRAINED = 400;

    /** Most withheld rows predicted: beyond, more of them change no figure that is shown, but take minutes. */
    static final int MOST_TESTED = 100_000;

    private static final int PAIRS = 20_000;
    private static final List<Double> CURVE = List.of(0.25, 0.5);

    private final MeasuredTable table;
    private final Settings settings;
    private final Seeds seeds;
    private final List<Method> methods = new ArrayList<>();
    private final List<Protocol> protocols = new ArrayList<>();
    private final List<String> treatments = new ArrayList<>();

    /**
     * A validation of the ensemble and all baselines.
     *
     * @throws IllegalArgumentException with one line if the table does not allow what is asked for
     */
    public Validation(MeasuredTable table, Settings settings) {
        this(
                table,
                settings,
                List.of(
                        new AdamMethod(settings.recipe().hidden()),
                        new ForestMethod(),
                        new LinearMethod(),
                        new MeanMethod()));
    }

    /** @param baselines beside the ensemble and one of its networks */
    Validation(MeasuredTable table, Settings settings, List<Method> baselines) {
        this.table = table;
        this.settings = settings;
        seeds = new Seeds(settings.seed());
        methods.add(new EnsembleMethod(ValidationResult.ENSEMBLE, settings.recipe()));
        methods.add(new EnsembleMethod(
                ValidationResult.NETWORK,
                settings.recipe().with(1, 1, settings.recipe().seed())));
        methods.addAll(baselines);
        treatments.addAll(table.treatments());
        treatments.addAll(Treatments.of(table));
        if (settings.trainSizes().isEmpty()) {
            withhold("configurations", table.configurations());
            if (table.hasWorkloads()) {
                withhold("workloads", table.workloads());
            }
        } else {
            draw();
        }
        if (table.rows() > MOST_TESTED) {
            treatments.add("where more than " + MOST_TESTED
                    + " rows are withheld, so many of them, drawn at random, are predicted");
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("expected a table of which a quarter can be withheld, found none: "
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
        protocols.add(new DrawnRows(table.rows(), settings.trainSizes(), seeds));
    }

    private void withhold(String name, Grouping groups) {
        if (groups.size() < 2) {
            treatments.add("all rows have the same " + name.substring(0, name.length() - 1) + ", so none is withheld");
            return;
        }
        WithheldGroups protocol = new WithheldGroups(name, groups, settings.repeats(), MOST_TRAINED, CURVE, seeds);
        if (protocol.available() < FEWEST_TRAINED) {
            treatments.add("withholding " + protocol.withheld() + " of " + groups.size() + " " + name
                    + " leaves as few as " + protocol.available() + " rows to train on: not done");
            return;
        }
        if (protocol.available() > MOST_TRAINED) {
            treatments.add("withheld " + name + ": " + MOST_TRAINED + " training rows drawn of " + protocol.available()
                    + "; rafiki validate --train-sizes trains on as many as you say");
        }
        double ways = CombinatoricsUtils.binomialCoefficientDouble(groups.size(), protocol.withheld());
        if (ways < settings.repeats()) {
            treatments.add(String.format(
                    Locale.ROOT,
                    "there are only %.0f ways to withhold %d of %d %s: the %d repeats are not independent, and their intervals are too narrow",
                    ways,
                    protocol.withheld(),
                    groups.size(),
                    name,
                    settings.repeats()));
        }
        if (name.equals("workloads")) {
            treatments.add("workloads are told apart by " + groups.rule());
        }
        protocols.add(protocol);
    }

    /** Number of trainings, and what they are, in one line. */
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

    /** Does all of it. */
    public ValidationResult run(Progress progress) throws InterruptedException {
        Map<Task, Task.Outcome> outcomes = new Workers(settings.threads(), progress).run(tasks(), this::cost);
        Map<String, String> names = new LinkedHashMap<>();
        methods.forEach(method -> names.put(method.name(), method.description()));
        List<String> all = new ArrayList<>(treatments);
        all.addAll(Treatments.unseen(table, protocols, settings.repeats()));
        all.addAll(Treatments.trouble(outcomes));
        return new ValidationResult(
                table,
                methods.get(0).description(),
                settings.repeats(),
                settings.seed(),
                names,
                protocols.stream().map(protocol -> section(protocol, outcomes)).toList(),
                all);
    }

    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        for (int repeat = 0; repeat < settings.repeats(); repeat++) {
            for (Protocol protocol : protocols) {
                int greatest = protocol.sizes().get(protocol.sizes().size() - 1);
                for (int size : protocol.sizes()) {
                    for (Method method : methods) {
                        boolean shown = size == greatest && method == methods.get(0);
                        tasks.add(new Task(
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

    /** A task of the first repeat by which another's time is told, and how many times longer that takes. */
    private Workers.Cost cost(Task task) {
        boolean ensemble = task.method() == methods.get(0);
        Method like = ensemble ? methods.get(1) : task.method();
        return new Workers.Cost(
                new Task(task.table(), task.protocol(), task.size(), 0, like, seeds, 0),
                ensemble ? settings.recipe().networks() : 1);
    }

    private ValidationResult.Section section(Protocol protocol, Map<Task, Task.Outcome> outcomes) {
        List<Row> rows = new ArrayList<>();
        for (int size : protocol.sizes()) {
            List<Task.Outcome> ours = outcomes(protocol, size, methods.get(0), outcomes);
            for (Method method : methods) {
                rows.add(row(method.name(), size, outcomes(protocol, size, method, outcomes), ours));
            }
        }
        List<Pairs> pairs = outcomes.entrySet().stream()
                .filter(entry -> entry.getKey().drawn() > 0 && entry.getKey().protocol() == protocol)
                .map(entry -> entry.getValue().pairs())
                .toList();
        return new ValidationResult.Section(protocol.name(), protocol.rule(), rows, Pairs.together(pairs));
    }

    private static List<Task.Outcome> outcomes(
            Protocol protocol, int size, Method method, Map<Task, Task.Outcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(entry -> entry.getKey().protocol() == protocol
                        && entry.getKey().size() == size
                        && entry.getKey().method() == method)
                .map(Map.Entry::getValue)
                .toList();
    }

    private static Row row(String method, int size, List<Task.Outcome> theirs, List<Task.Outcome> ours) {
        return new Row(
                method,
                size,
                theirs.stream().mapToInt(Task.Outcome::testSize).average().orElse(0),
                interval(theirs, Errors::mape),
                interval(theirs, Errors::r2),
                interval(theirs, Errors::rmse),
                interval(theirs, Errors::within1).mean(),
                interval(theirs, Errors::within2).mean(),
                behind(theirs, ours, Errors::mape),
                behind(theirs, ours, Errors::rmse));
    }

    private static Interval behind(
            List<Task.Outcome> theirs, List<Task.Outcome> ours, ToDoubleFunction<Errors> figure) {
        return Interval.of(IntStream.range(0, theirs.size())
                .mapToDouble(repeat -> figure.applyAsDouble(theirs.get(repeat).errors())
                        - figure.applyAsDouble(ours.get(repeat).errors()))
                .toArray());
    }

    private static Interval interval(List<Task.Outcome> outcomes, ToDoubleFunction<Errors> figure) {
        return Interval.of(
                outcomes.stream().map(Task.Outcome::errors).mapToDouble(figure).toArray());
    }
}
