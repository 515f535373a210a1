package io.rafiki.agent.console;

import io.rafiki.cluster.ClusterStatus;
import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.status.ClusterFacts;
import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.workload.Window;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The numeric facts of tuner and cluster as gauges. */
public final class ConsoleGauges {

    /** The numbers of the cluster. */
    public static final List<ConsoleGauge<ClusterStatus>> CLUSTER = ClusterFacts.INDICATORS.stream()
            .map(fact -> ConsoleGauge.<ClusterStatus>of(fact, fact::number))
            .toList();

    /**
     * An exporter that reads every metric of a node every few seconds pays for each. With five timers and those of the cluster there are at
     * most 60.
     */
    public static final int MAX = 55 - CLUSTER.size();

    private ConsoleGauges() {}

    /**
     * The gauges of a tuner, at most {@link #MAX}.
     *
     * @param knobs names of the knobs that can be read live
     * @param now clock of the age of the status
     */
    public static List<ConsoleGauge<TunerStatus>> of(List<String> knobs, Supplier<Instant> now) {
        return Stream.of(
                        Stream.concat(Facts.STATUS.stream(), Facts.INDICATORS.stream())
                                .filter(fact -> fact.quantity().isNumeric())
                                .map(fact -> ConsoleGauge.<TunerStatus>of(fact, fact::number)),
                        Stream.of(new ConsoleGauge<TunerStatus>(
                                "StatusAgeSeconds",
                                "",
                                "Age of the published status in seconds; more than a few samples mean that the tuner"
                                        + " hangs",
                                status -> Duration.between(status.past().at(), now.get())
                                                .toMillis()
                                        / 1e3)),
                        WorkloadSensors.features().stream().map(ConsoleGauges::feature),
                        Facts.MEASUREMENTS.stream()
                                .filter(fact -> fact.quantity().isNumeric())
                                .map(fact -> ConsoleGauge.of(fact, last(fact))),
                        knobs.stream().map(ConsoleGauges::knob))
                .flatMap(gauges -> gauges)
                .limit(MAX)
                .toList();
    }

    private static ConsoleGauge<TunerStatus> feature(WorkloadFeature feature) {
        return new ConsoleGauge<>(
                "WorkloadFeature",
                feature.key(),
                "Value of the workload feature in the scope",
                last(Facts.feature(feature)));
    }

    private static ConsoleGauge<TunerStatus> knob(String knob) {
        return new ConsoleGauge<>(
                "KnobValue",
                knob,
                "Value of the knob in the scope; for a choice, its index from 0",
                status -> status.past().knobs().stream()
                        .filter(state -> state.knob().equals(knob))
                        .mapToDouble(KnobState::number)
                        .findFirst()
                        .orElse(Double.NaN));
    }

    private static ToDoubleFunction<TunerStatus> last(Fact<Window> fact) {
        return status -> status.window().map(fact::number).orElse(Double.NaN);
    }
}
