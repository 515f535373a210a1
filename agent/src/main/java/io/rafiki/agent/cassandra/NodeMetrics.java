package io.rafiki.agent.cassandra;

import com.codahale.metrics.Gauge;
import io.rafiki.agent.console.Operator;
import io.rafiki.agent.console.ShownNumber;
import java.util.List;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;

/**
 * Registers the console's numbers in Cassandra's own metrics registry, as {@code org.apache.cassandra.metrics:type=Rafiki,...}: every
 * exporter that shows Cassandra's metrics shows these.
 */
public final class NodeMetrics {

    private static final String TYPE = "Rafiki";

    private NodeMetrics() {}

    /**
     * Registers one gauge a number. They stay for the node's life.
     *
     * @throws LinkageError if this Cassandra names its metrics in another way
     */
    public static void register(Operator operator, List<ShownNumber> numbers) {
        for (ShownNumber number : numbers) {
            String scope = number.scope().isEmpty() ? null : number.scope();
            CassandraMetricsRegistry.Metrics.register(
                    DefaultNameFactory.createMetricName(TYPE, number.name(), scope), gauge(operator, number));
        }
    }

    /** It is read on the threads of exporters: whatever goes wrong with us is no number, never an exception. */
    private static Gauge<Double> gauge(Operator operator, ShownNumber number) {
        return () -> {
            try {
                return number.value().applyAsDouble(operator.status());
            } catch (Throwable ours) {
                return Double.NaN;
            }
        };
    }
}
