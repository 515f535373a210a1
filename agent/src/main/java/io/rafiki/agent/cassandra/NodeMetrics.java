package io.rafiki.agent.cassandra;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Timer;
import io.rafiki.agent.console.ConsoleGauge;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;

/**
 * Registers the tuner's gauges and timers in Cassandra's metrics registry, as {@code org.apache.cassandra.metrics:type=Rafiki,...}. Every exporter
 * of Cassandra's metrics then exports them.
 */
public final class NodeMetrics {

    private static final String TYPE = "Rafiki";

    private NodeMetrics() {}

    /**
     * Registers the gauges for the lifetime of the node.
     *
     * @param status the published status
     * @throws LinkageError if this Cassandra version has another metrics registry
     */
    public static <S> void register(Supplier<S> status, List<ConsoleGauge<S>> numbers) {
        for (ConsoleGauge<S> number : numbers) {
            String scope = number.scope().isEmpty() ? null : number.scope();
            CassandraMetricsRegistry.Metrics.register(
                    DefaultNameFactory.createMetricName(TYPE, number.name(), scope), gauge(status, number));
        }
    }

    /**
     * Registers a timer for each step of the control loop.
     *
     * @throws LinkageError if this Cassandra version has another metrics registry
     */
    public static LoopTimings timings() {
        Map<Step, Timer> timers = new EnumMap<>(Step.class);
        for (Step step : Step.values()) {
            timers.put(
                    step,
                    CassandraMetricsRegistry.Metrics.timer(DefaultNameFactory.createMetricName(
                            TYPE, "StepDuration", step.name().toLowerCase(Locale.ROOT))));
        }
        return (step, time) -> timers.get(step).update(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Exporter threads read it, so an error gives NaN and never an exception. */
    private static <S> Gauge<Double> gauge(Supplier<S> status, ConsoleGauge<S> number) {
        return () -> {
            try {
                return number.value().applyAsDouble(status.get());
            } catch (Throwable e) {
                return Double.NaN;
            }
        };
    }
}
