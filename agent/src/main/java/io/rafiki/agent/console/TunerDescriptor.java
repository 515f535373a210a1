package io.rafiki.agent.console;

import static javax.management.MBeanOperationInfo.ACTION;
import static javax.management.MBeanOperationInfo.INFO;

import io.rafiki.agent.console.Operation.Parameter;
import io.rafiki.control.Operator;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.status.KnobRow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.management.openmbean.CompositeData;

/** Attributes and operations of the tuner's MBean, with their descriptions. */
final class TunerDescriptor {

    private static final String TEXT = String.class.getName();
    private static final String DATA = CompositeData.class.getName();
    private static final String ARRAY = CompositeData[].class.getName();
    private static final String NOTHING = void.class.getName();
    private static final String DECISION = "A decision as in log and journal";

    static final List<Attribute<Operator>> ATTRIBUTES = Stream.concat(
                    Facts.STATUS.stream().map(TunerDescriptor::simple),
                    Stream.of(
                            data("Workload", "The last window of operations on user tables", tuner -> tuner.status()
                                    .window()
                                    .map(window -> OpenTypes.composite("Workload", "A window", Facts.WINDOW, window))
                                    .orElse(null)),
                            texts(
                                    "Configuration",
                                    "Present value of every knob that can be read live",
                                    Operator::configuration),
                            new Attribute<Operator>(
                                    "Knobs",
                                    ARRAY,
                                    "Every knob that can be read live: its values, who set it and when",
                                    tuner -> OpenTypes.composites(
                                            "Knob", "A knob", Facts.KNOB, KnobRow.of(tuner.status()))),
                            texts(
                                    "ProposedConfiguration",
                                    "The configuration that waits for apply",
                                    tuner -> tuner.status()
                                            .pending()
                                            .map(plan -> plan.to().toMap())
                                            .orElse(Map.of())),
                            data("LastDecision", "The last decision with its reason", tuner -> tuner.status()
                                    .last()
                                    .map(TunerDescriptor::decision)
                                    .orElse(null)),
                            new Attribute<Operator>(
                                    "PriceClasses",
                                    ARRAY,
                                    "The best configuration for each change cost, as of the last search",
                                    tuner -> OpenTypes.composites(
                                            "PriceClass",
                                            "A configuration with its cost",
                                            Facts.PRICE_CLASS,
                                            tuner.status().offers())),
                            texts(
                                    "Model",
                                    "The loaded model: file, engine, training domain, provenance, differences from"
                                            + " this node",
                                    tuner -> tuner.status().model())))
            .toList();

    static final List<Operation<Operator>> VERBS = List.of(
            new Operation<Operator>(
                    "propose",
                    "Searches now for the last window; returns a proposal for apply, or a hold with its reason",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> decision(tuner.propose())),
            new Operation<>(
                    "apply",
                    "Applies the pending proposal exactly as shown (modes approve and auto)",
                    ACTION,
                    DATA,
                    List.of(new Parameter("id", TEXT, "the proposal's id, such as d42")),
                    (tuner, given) -> decision(tuner.apply(String.valueOf(given[0]), ""))),
            new Operation<>(
                    "apply",
                    "Applies the configuration of PriceClasses with this id and cost (modes approve and auto)",
                    ACTION,
                    DATA,
                    List.of(
                            new Parameter("id", TEXT, "the id in PriceClasses, such as d42"),
                            new Parameter("allow", TEXT, "instant, new_data or rewrites_data")),
                    (tuner, given) -> decision(tuner.apply(String.valueOf(given[0]), String.valueOf(given[1])))),
            new Operation<>(
                    "rollback",
                    "Restores the configuration before the last apply that is in place",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> decision(tuner.rollback(""))),
            new Operation<>(
                    "rollback",
                    "Restores the configuration before a decision; all later changes are undone too",
                    ACTION,
                    DATA,
                    List.of(new Parameter("id", TEXT, "the decision's id, such as d42; empty for the last apply")),
                    (tuner, given) -> decision(tuner.rollback((String) given[0]))),
            new Operation<>(
                    "pause",
                    "Stops decisions and automatic rollbacks until resume; propose, apply and rollback still work",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("reason", TEXT, "shown in status and journal")),
                    (tuner, given) -> {
                        tuner.pause((String) given[0]);
                        return null;
                    }),
            new Operation<>(
                    "resume",
                    "Ends a pause, a stop, and a shutdown after errors",
                    ACTION,
                    NOTHING,
                    List.of(),
                    (tuner, none) -> {
                        tuner.resume();
                        return null;
                    }),
            new Operation<>(
                    "stop",
                    "Stops the tuner until resume; on_stop keeps or restores the configuration",
                    ACTION,
                    TEXT,
                    List.of(),
                    (tuner, none) -> tuner.stop()),
            new Operation<>(
                    "setMode",
                    "Changes the mode until the node restarts",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("mode", TEXT, "observe, advise, approve or auto")),
                    (tuner, given) -> {
                        tuner.setMode((String) given[0]);
                        return null;
                    }),
            new Operation<>(
                    "reloadModel",
                    "Loads a model bundle; an invalid bundle is rejected and the present one stays",
                    ACTION,
                    TEXT,
                    List.of(new Parameter("path", TEXT, "of the bundle on the node; empty for the bundle in use")),
                    (tuner, given) -> tuner.reloadModel((String) given[0])),
            new Operation<>(
                    "export",
                    "The configuration of a decision as alter, nodetool, cassandra.yaml or json",
                    INFO,
                    TEXT,
                    List.of(
                            new Parameter("id", TEXT, "the decision's id, such as d42"),
                            new Parameter("format", TEXT, "alter, nodetool, cassandra.yaml or json")),
                    (tuner, given) -> tuner.export(String.valueOf(given[0]), String.valueOf(given[1]))),
            new Operation<>(
                    "history",
                    "The last decisions, oldest first, including those before the last restart",
                    INFO,
                    ARRAY,
                    List.of(new Parameter("n", int.class.getName(), "how many")),
                    (tuner, given) -> OpenTypes.composites(
                            "Decision", DECISION, Facts.DECISION, tuner.history((Integer) given[0]))));

    private TunerDescriptor() {}

    private static Attribute<Operator> simple(Fact<TunerStatus> fact) {
        return new Attribute<Operator>(
                fact.capitalised(),
                OpenTypes.type(fact.quantity()).getClassName(),
                fact.description(),
                tuner -> OpenTypes.value(fact, tuner.status()));
    }

    private static Attribute<Operator> data(String name, String description, Function<Operator, Object> value) {
        return new Attribute<Operator>(name, DATA, description + "; null if there is none", value);
    }

    private static Attribute<Operator> texts(
            String name, String description, Function<Operator, Map<String, ?>> values) {
        return data(name, description, tuner -> OpenTypes.texts(name, description, values.apply(tuner)));
    }

    private static CompositeData decision(DecisionRecord decided) {
        return OpenTypes.composite("Decision", DECISION, Facts.DECISION, decided);
    }
}
