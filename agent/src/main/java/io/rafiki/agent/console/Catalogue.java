package io.rafiki.agent.console;

import static javax.management.MBeanOperationInfo.ACTION;
import static javax.management.MBeanOperationInfo.INFO;

import io.rafiki.agent.console.Verb.Parameter;
import java.util.List;
import javax.management.openmbean.CompositeData;

/** The bean's attributes and operations, with the words that a console shows beside them. */
final class Catalogue {

    private static final String TEXT = String.class.getName();
    static final String DATA = CompositeData.class.getName();
    private static final String NOTHING = void.class.getName();

    static final List<Shown> ATTRIBUTES = List.of(
            new Shown(
                    "Mode",
                    TEXT,
                    "observe (senses only), advise (proposes), approve (a human applies) or auto (applies under the guards); "
                            + "what is set here holds until the node restarts",
                    tuner -> tuner.status().mode().toString()),
            new Shown(
                    "Status",
                    TEXT,
                    "One line: what the tuner does, what it waits for, how much of it is there, when it will be enough",
                    tuner -> tuner.status().line()),
            new Shown(
                    "Workload",
                    DATA,
                    "The last window of operations on user tables; null before the first has closed",
                    tuner -> Open.workload(tuner.status().window())),
            new Shown(
                    "Configuration",
                    DATA,
                    "Every knob that can be read live, and its value in the node now",
                    tuner -> Open.texts("Configuration", "knob name to value", tuner.configuration())),
            new Shown(
                    "Knobs",
                    CompositeData[].class.getName(),
                    "Each knob as last looked at: its value at start and now, ours, proposed, who set it and when, live or restart",
                    tuner -> Open.knobs(tuner.status())),
            new Shown(
                    "ProposedConfiguration",
                    DATA,
                    "The configuration that waits for apply; null if none does",
                    tuner -> Open.configuration(tuner.status().pending())),
            new Shown(
                    "LastDecision",
                    DATA,
                    "The last decision with its reason; null before the first",
                    tuner -> Open.decision(tuner.status().last())),
            new Shown(
                    "Model",
                    DATA,
                    "The loaded model: file, loader, trained range, provenance, what of it differs from this node; null if none",
                    tuner -> Open.texts(
                            "Model", "the loaded model", tuner.status().model())),
            new Shown(
                    "Rewriting",
                    TEXT,
                    "What of the data the node rewrites because of a change, and what is still pending; empty if nothing",
                    tuner -> tuner.status().rewriting().orElse("")),
            new Shown(
                    "Faults",
                    int.class.getName(),
                    "Ticks that failed since the start; the last failure stands in Status",
                    tuner -> tuner.status().faults()),
            new Shown(
                    "Decisions",
                    long.class.getName(),
                    "Decisions since the start; a hold that goes on for the same cause is one",
                    tuner -> tuner.status().decisions()),
            new Shown(
                    "Applied",
                    long.class.getName(),
                    "Plans that were applied and read back since the start",
                    tuner -> tuner.status().applied()),
            new Shown(
                    "ReadBackFailures",
                    long.class.getName(),
                    "Plans that were begun, then refused by the node or read back as something else, and undone",
                    tuner -> tuner.status().readBackFailures()));

    static final List<Verb> VERBS = List.of(
            new Verb(
                    "propose",
                    "Asks the model now for the last window; leaves a proposal for apply, or says why not",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> Open.decision(tuner.propose())),
            new Verb(
                    "apply",
                    "Applies the pending proposal exactly as it was shown (modes approve and auto)",
                    ACTION,
                    DATA,
                    List.of(new Parameter("id", TEXT, "the proposal's id, such as d42")),
                    (tuner, given) -> Open.decision(tuner.apply(String.valueOf(given[0])))),
            new Verb(
                    "rollback",
                    "Puts back what was there before the last apply",
                    ACTION,
                    DATA,
                    List.of(),
                    (tuner, none) -> Open.decision(tuner.rollback())),
            new Verb(
                    "hold",
                    "Stops deciding until resume; propose, apply and rollback still work",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("reason", TEXT, "shown in the status and the journal")),
                    (tuner, given) -> {
                        tuner.hold((String) given[0]);
                        return null;
                    }),
            new Verb(
                    "resume",
                    "Ends a hold, forgets what was rolled back or turned out worse, and ends a stop or a switch-off after faults",
                    ACTION,
                    NOTHING,
                    List.of(),
                    (tuner, none) -> {
                        tuner.resume();
                        return null;
                    }),
            new Verb(
                    "stop",
                    "Ends the tuner's work until resume; the node keeps our changes or gets back what it had, as on_stop says",
                    ACTION,
                    TEXT,
                    List.of(),
                    (tuner, none) -> tuner.stop()),
            new Verb(
                    "setMode",
                    "Changes the mode until the node restarts",
                    ACTION,
                    NOTHING,
                    List.of(new Parameter("mode", TEXT, "observe, advise, approve or auto")),
                    (tuner, given) -> {
                        tuner.setMode((String) given[0]);
                        return null;
                    }),
            new Verb(
                    "reloadModel",
                    "Loads a model bundle; an unsound one is refused and the present one stays",
                    ACTION,
                    TEXT,
                    List.of(new Parameter("path", TEXT, "of the bundle on the node; empty for the one in use")),
                    (tuner, given) -> tuner.reloadModel((String) given[0])),
            new Verb(
                    "history",
                    "The last decisions, oldest first, those before the last restart included",
                    INFO,
                    CompositeData[].class.getName(),
                    List.of(new Parameter("n", int.class.getName(), "how many")),
                    (tuner, given) -> Open.decisions(tuner.history((Integer) given[0]))));

    private Catalogue() {}
}
