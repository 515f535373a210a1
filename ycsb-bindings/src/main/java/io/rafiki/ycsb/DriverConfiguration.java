package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;

/**
 * The driver configuration of a benchmark: one local datacenter, no speculative execution (it would send reads twice and hide the tail
 * latency), no metrics, two I/O threads. The driver needs no configuration file.
 */
final class DriverConfiguration {

    /** The driver's limit is 32,767 concurrent requests of a connection. A node has one connection. */
    private static final int MAX_REQUESTS = 32_767;

    /** Maximum number of pending inserts. The rest of the connection is for heartbeats and responses that the driver no longer awaits. */
    static final int MAX_INSERTS = 32_000;

    private DriverConfiguration() {}

    static CqlSession connect(BindingSettings settings) {
        CqlSessionBuilder builder = CqlSession.builder()
                .withLocalDatacenter(settings.localDatacenter())
                .withConfigLoader(loader(settings));
        settings.contactPoints().forEach(builder::addContactPoint);
        return builder.build();
    }

    static DriverConfigLoader loader(BindingSettings settings) {
        Duration patience = Duration.ofSeconds(10);
        return DriverConfigLoader.programmaticBuilder()
                .withString(
                        DefaultDriverOption.REQUEST_CONSISTENCY,
                        settings.consistency().name())
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, settings.requestTimeout())
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
                .withString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS, "NoSpeculativeExecutionPolicy")
                .withString(DefaultDriverOption.METRICS_FACTORY_CLASS, "NoopMetricsFactory")
                .withBoolean(DefaultDriverOption.RECONNECT_ON_INIT, false)
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, patience)
                // by default, each change of the schema waits a second for others
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(100))
                // each client thread has a pending request; the driver's default is 1,024
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MAX_REQUESTS)
                .withInt(DefaultDriverOption.NETTY_IO_SIZE, 2)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .build();
    }
}
