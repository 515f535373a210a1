package io.rafiki.agent.console;

import static javax.management.MBeanOperationInfo.ACTION;
import static javax.management.MBeanOperationInfo.INFO;

import io.rafiki.agent.console.Operation.Parameter;
import java.util.List;
import javax.management.openmbean.CompositeData;

/** The bean's attributes and operations, with the words that a console shows beside them. */
final class MBeanDescriptor {

    private static final String TEXT = String.class.getName();
    static final String DATA = CompositeData.class.getName();
    private static final String NOTHING = void.class.getName();

    static final List<Attribute> ATTRIBUTES = List.of(
            new Attribute(
                    "Mode",
                    TEXT,
                    "observe (senses only), advise (proposes), approve (a human applies) or auto (applies under the guards); "
                            + "what is set here holds until the node restarts",
                    tuner -> tuner.status().mode().toString()),
            new Attribute(
                    "Status",
                    TEXT,
                    "One line: what the tuner does, what it waits for, how much of it is there, when it will be enough",
                    tuner -> tuner.status().line()),
            new Attribute(
                    "Workload",
                    DATA,
                    "The last window of operations on user tables; null before the first has closed",
                    tuner -> OpenTypes.workload(tuner.status().window())),
            new Attribute(
                    "Configuration",
                    DATA,
                    "Every knob that can be read live, and its value in the node now",
                    tuner -> OpenTypes.texts("Configuration", "knob name to value", tuner.configuration())),
            new Attribute(
                    "Knobs",
                    CompositeData[].class.getName(),
                    "Each knob as last looked at: its value at start and now, ours, proposed, who set it and when, live or restart",
                    tuner -> OpenTypes.knobs(tuner.status())),
            new Attribute(
                    "ProposedConfiguration",
                    DATA,
                    "The configuration that waits for apply; null if none does",
                    tuner -> OpenTypes.configuration(tuner.status().pending())),
            new Attribute(
                    "LastDecision",
                    DATA,
                    "The last decision with its reason; null before the first",
                    tuner -> OpenTypes.decision(tuner.status().last())),
            new Attribute(
                    "Model",
                    DATA,
                    "The loaded model: file, loader, trained range, provenance, what of it differs from this node; null if none",
                    tuner -> OpenTypes.texts(
                            "Model", "the loaded model", tuner.status().model())),
            new Attribute(
                    "Rewriting",
                    TEXT,
                    "What of the data the node rewrites because of a change, and what is still pending; empty if nothing",
                    tuner -> tuner.status().rewritingText()),
            new Attribute(
                    "TickErrors",
                    int.class.getName(),
                    "Ticks that failed since the start; the last failure stands in Status",
                    tuner -> tuner.status().faults()),
            new Attribute(
                    "Decisions",
                    long.class.getName(),
                    "Decisions since the start; a hold that goes on for the same cause is one",
                    tuner -> tuner.status().decisions()),
            new Attribute(
                    "PlansApplied",
                    long.class.getName(),
                    "Plans that were applied and read back since the start",
                    tuner -> tuner.status().applied()),
            new Attribute(
                    "ReadBackFailures",
                    long.class.getName(),
                    "Plans that were begun, then refused by the node or read back as something else, and undone",
                    tuner -> tuner.status().readBackFailures()));

    static final List<Operation> VERBS = List.of(
            new Operation(
                    "propose",
                    "Asks the model now for the last window; leaves a proposal for apply, or says why not",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> OpenTypes.decision(tuner.propose())),
            new Operation(
                    "apply",
                    "Applies the pending proposal exactly as it was shown (modes approve and auto)",
                    ACTION,
                    DATA,
                    List.of(new Parameter("id", TEXT, "the proposal's id, such as d42")),
                    (tuner, given) -> OpenTypes.decision(tuner.apply(String.valueOf(given[0])))),
            new Operation(
                    "rollback",
                    "Puts back what was there before the last apply",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> OpenTypes.decision(tuner.rollback())),
            new Operation(
                    "pause",
                    "Stops deciding until resume; propose, apply and rollback still work",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("reason", TEXT, "shown in the status and the journal")),
                    (tuner, given) -> {
                        tuner.pause((String) given[0]);
                        return null;
                    }),
            new Operation(
                    "resume",
                    "Ends a pause, resets what was rolled back or turned out worse, and ends a stop or a switch-off after faults",
                    ACTION,
                    NOTHING,
                    List.of(),
                    (tuner, none) -> {
                        tuner.resume();
                        return null;
                    }),
            new Operation(
                    "stop",
                    "Ends the tuner's work until resume; the node keeps our changes or gets back what it had, as on_stop says",
                    ACTION,
                    TEXT,
                    List.of(),
                    (tuner, none) -> tuner.stop()),
            new Operation(
                    "setMode",
                    "Changes the mode until the node restarts",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("mode", TEXT, "observe, advise, approve or auto")),
                    (tuner, given) -> {
                        tuner.setMode((String) given[0]);
                        return null;
                    }),
            new Operation(
                    "reloadModel",
                    "Loads a model bundle; an unsound one is refused and the present one stays",
                    ACTION,
                    TEXT,
                    List.of(new Parameter("path", TEXT, "of the bundle on the node; empty for the one in use")),
                    (tuner, given) -> tuner.reloadModel((String) given[0])),
            new Operation(
                    "history",
                    "The last decisions, oldest first, those before the last restart included",
                    INFO,
                    CompositeData[].class.getName(),
                    List.of(new Parameter("n", int.class.getName(), "how many")),
                    (tuner, given) -> OpenTypes.decisions(tuner.history((Integer) given[0]))));

    private MBeanDescriptor() {}
}
