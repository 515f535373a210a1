package io.rafiki.agent.console;

import io.rafiki.control.DecisionRecord;
import io.rafiki.control.TunerStatus;
import io.rafiki.decision.Plan;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** The tuner's records as JMX open data, which any console reads without our classes. */
final class OpenTypes {

    private static final Map<String, OpenType<?>> WORKLOAD = new LinkedHashMap<>();
    private static final Map<String, OpenType<?>> DECISION = new LinkedHashMap<>();
    private static final Map<String, OpenType<?>> KNOB = new LinkedHashMap<>();

    static {
        for (WindowMetric figure : WindowMetric.ALL) {
            WORKLOAD.put(figure.name(), figure.count() ? SimpleType.LONG : SimpleType.DOUBLE);
        }
        WORKLOAD.put("windowStart", SimpleType.STRING);
        WORKLOAD.put("windowEnd", SimpleType.STRING);
        WORKLOAD.put("state", SimpleType.STRING);
        WORKLOAD.put("detail", SimpleType.STRING);
        DECISION.put("id", SimpleType.STRING);
        DECISION.put("at", SimpleType.STRING);
        DECISION.put("kind", SimpleType.STRING);
        DECISION.put("code", SimpleType.STRING);
        DECISION.put("reason", SimpleType.STRING);
        DECISION.put("gainPercent", SimpleType.DOUBLE);
        DECISION.put("gainDeviationPercent", SimpleType.DOUBLE);
        DECISION.put("readRatio", SimpleType.DOUBLE);
        DECISION.put("configuration", SimpleType.STRING);
        DECISION.put("changes", SimpleType.STRING);
        DECISION.put("readBack", SimpleType.STRING);
        DECISION.put("verdict", SimpleType.STRING);
        for (String name : List.of("knob", "yaml", "live", "ours", "proposed", "setBy", "setAt", "change")) {
            KNOB.put(name, SimpleType.STRING);
        }
    }

    private OpenTypes() {}

    /** The window, or null before the first has closed. */
    static CompositeData workload(Optional<Window> last) {
        if (last.isEmpty()) {
            return null;
        }
        Window window = last.get();
        List<Object> values = new ArrayList<>();
        WindowMetric.ALL.forEach(figure -> values.add(figure.of(window)));
        values.add(window.start().toString());
        values.add(window.end().toString());
        values.add(window.state().toString());
        values.add(window.defect().map(ReasonText::of).orElse(""));
        return data("Workload", "the last window", WORKLOAD, values);
    }

    /** The decision, or null before the first. */
    static CompositeData decision(Optional<DecisionRecord> decided) {
        return decided.map(OpenTypes::decision).orElse(null);
    }

    static CompositeData decision(DecisionRecord decided) {
        return data(
                "Decision",
                "a decision, as log and journal hold it",
                DECISION,
                List.of(
                        decided.id(),
                        decided.at().toString(),
                        decided.kind(),
                        decided.reason().code(),
                        decided.reasonText(),
                        decided.gainPercent(),
                        decided.gainDeviationPercent(),
                        decided.readRatio(),
                        decided.configuration(),
                        decided.changes(),
                        decided.readBackText(),
                        decided.verdictText()));
    }

    static CompositeData[] decisions(List<DecisionRecord> decided) {
        return decided.stream().map(OpenTypes::decision).toArray(CompositeData[]::new);
    }

    /** The knobs as they were last looked at, each with what is proposed for it. */
    static CompositeData[] knobs(TunerStatus status) {
        Map<String, Object> proposed =
                status.pending().map(plan -> plan.to().toMap()).orElse(Map.of());
        return status.past().knobs().stream()
                .map(knob -> data(
                        "Knob",
                        "a knob, what it holds and how it came to",
                        KNOB,
                        Arrays.asList(
                                knob.knob(),
                                knob.yaml(),
                                knob.live(),
                                knob.ours().orElse(null),
                                Optional.ofNullable(proposed.get(knob.knob()))
                                        .map(String::valueOf)
                                        .orElse(null),
                                knob.setBy(),
                                knob.setAt().toString(),
                                knob.change())))
                .toArray(CompositeData[]::new);
    }

    /** The proposed configuration, or null if none is pending. */
    static CompositeData configuration(Optional<Plan> pending) {
        return pending.map(plan -> texts(
                        "Configuration",
                        "knob name to value",
                        plan.to().toMap().entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey,
                                        entry -> String.valueOf(entry.getValue()),
                                        (a, b) -> a,
                                        LinkedHashMap::new))))
                .orElse(null);
    }

    /** Names and texts, or null if there are none. */
    static CompositeData texts(String name, String description, Map<String, String> texts) {
        Map<String, OpenType<?>> types = new LinkedHashMap<>();
        texts.keySet().forEach(key -> types.put(key, SimpleType.STRING));
        return texts.isEmpty() ? null : data(name, description, types, texts.values());
    }

    private static CompositeData data(
            String name, String description, Map<String, OpenType<?>> types, Collection<?> values) {
        String[] names = types.keySet().toArray(String[]::new);
        try {
            CompositeType type = new CompositeType(
                    name, description, names, names, types.values().toArray(OpenType<?>[]::new));
            return new CompositeDataSupport(type, names, values.toArray());
        } catch (OpenDataException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
