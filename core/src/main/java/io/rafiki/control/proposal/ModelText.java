package io.rafiki.control.proposal;

import io.rafiki.learning.Reliability;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.ReasonText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes a loaded model for log and status. */
public final class ModelText {

    private ModelText() {}

    /** A loaded model in one line. */
    public static String summary(LoadedModel model) {
        String failure = model.engine()
                .failure()
                .map(reason -> ": " + ReasonText.of(reason))
                .orElse("");
        return PlainText.of("model " + model.file() + " loaded (engine "
                + model.engine().name() + failure + "), trained on "
                + model.envelope().workloadText() + " of "
                + model.provenance().environment()
                + (model.mismatches().isEmpty() ? "" : "; differs from this node: " + mismatches(model)));
    }

    /** What measured effects taught about a model, in one line. */
    public static String learned(LoadedModel model) {
        Reliability measured = model.learned().reliability();
        return measured.effects() == 0
                ? "no measured roll-out tests the model"
                : String.format(
                        Locale.ROOT,
                        "measured roll-outs: %d; predicted gains were off by %.1f %% on average; the model is %s",
                        measured.effects(),
                        100 * Math.expm1(measured.meanError()),
                        measured.isTrusted() ? "trusted" : "not trusted");
    }

    /** Properties of a loaded model for the status. */
    public static Map<String, String> facts(LoadedModel model) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("file", model.file().toString());
        facts.put("loadedAt", model.loadedAt().toString());
        facts.put("engine", model.engine().name());
        model.engine().failure().ifPresent(failure -> facts.put("engineFailure", ReasonText.of(failure)));
        facts.put("knobs", model.space().names());
        facts.put("workload", model.envelope().workloadText());
        facts.put("mismatches", mismatches(model));
        facts.put("learned", learned(model));
        facts.putAll(model.provenance().toMap());
        facts.replaceAll((name, text) -> PlainText.of(text));
        return Collections.unmodifiableMap(facts);
    }

    private static String mismatches(LoadedModel model) {
        return model.mismatches().stream().map(ReasonText::of).collect(Collectors.joining("; "));
    }
}
