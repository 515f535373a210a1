package io.rafiki.cluster;

import io.rafiki.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A change that a node's tuner proposes, in a form for all nodes.
 *
 * @param decision id of the proposal on its node, such as {@code d42}, or {@link #EXPLORATION}; empty for an operator's own change
 * @param values new value of each changed knob, as a user writes it
 * @param tables tables whose options change, as {@code keyspace.table}
 * @param rewritesData whether a node rewrites data because of it
 * @param gainPercent predicted gain in throughput in percent; NaN for an operator's own change
 * @param basis what the prediction rests on; empty for an operator's own change, and if the options of only some tables change
 */
public record ProposedChange(
        String decision,
        Map<String, String> values,
        List<String> tables,
        boolean rewritesData,
        double gainPercent,
        Optional<Basis> basis) {

    /** Id of a change that is tried for its measured effect. */
    public static final String EXPLORATION = "explore";

    /**
     * The node for which a gain was predicted.
     *
     * @param configuration value of each of the model's knobs before the change, as a user writes it
     */
    public record Basis(Workload workload, Map<String, String> configuration) {

        public Basis {
            configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
        }
    }

    /** A change that tests no prediction. */
    public ProposedChange(
            String decision,
            Map<String, String> values,
            List<String> tables,
            boolean rewritesData,
            double gainPercent) {
        this(decision, values, tables, rewritesData, gainPercent, Optional.empty());
    }

    public ProposedChange {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        tables = List.copyOf(tables);
    }

    /** Whether it is tried for its measured effect, and kept only if the canary is better. */
    public boolean isExploration() {
        return decision.equals(EXPLORATION);
    }

    /** Whether a tuner's search found it. An operator's own change and an undo are no predictions of a model. */
    public boolean isOfModel() {
        return !decision.isEmpty() && !isExploration();
    }

    /** The same without some knobs. */
    public ProposedChange without(Set<String> knobs) {
        Map<String, String> fewer = new LinkedHashMap<>(values);
        fewer.keySet().removeAll(knobs);
        return new ProposedChange(decision, fewer, tables, rewritesData, gainPercent, basis);
    }
}
