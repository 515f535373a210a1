package io.rafiki.agent.cassandra;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Timer;
import io.rafiki.agent.console.ConsoleGauge;
import io.rafiki.control.LoopTimings;
import io.rafiki.control.LoopTimings.Step;
import io.rafiki.control.Operator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
     * @throws LinkageError if this Cassandra version has another metrics registry
     */
    public static void register(Operator operator, List<ConsoleGauge> numbers) {
        for (ConsoleGauge number : numbers) {
            String scope = number.scope().isEmpty() ? null : number.scope();
            CassandraMetricsRegistry.Metrics.register(
                    DefaultNameFactory.createMetricName(TYPE, number.name(), scope), gauge(operator, number));
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
    private static Gauge<Double> gauge(Operator operator, ConsoleGauge number) {
        return () -> {
            try {
                return number.value().applyAsDouble(operator.status());
            } catch (Throwable e) {
                return Double.NaN;
            }
        };
    }
}
