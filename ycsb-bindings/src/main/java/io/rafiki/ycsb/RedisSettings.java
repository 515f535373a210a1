package io.rafiki.ycsb;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import site.ycsb.Client;
import site.ycsb.DBException;

/**
 * The Redis binding's settings, read from YCSB's properties; docs/trials.md describes each.
 *
 * @param address host and port of the server
 * @param timeoutMillis timeout of a connection and of one request
 * @param loading whether this is YCSB's load phase
 * @param series file of the per-second series
 */
record RedisSettings(HostAndPort address, int timeoutMillis, boolean loading, Optional<Path> series) {

    private static final int DEFAULT_PORT = 6379;

    /** @throws PropertyException if a property is invalid */
    static RedisSettings of(Properties properties) {
        Property series = new Property(properties, "rafiki.series");
        return new RedisSettings(
                new HostAndPort(new Property(properties, "redis.host").text("127.0.0.1"), (int)
                        new Property(properties, "redis.port").whole(DEFAULT_PORT, 1, 65_535)),
                (int) new Property(properties, "redis.timeout.ms").whole(10_000, 1, Integer.MAX_VALUE),
                !new Property(properties, Client.DO_TRANSACTIONS_PROPERTY).flag(true),
                series.isSet() ? Optional.of(Path.of(series.text(""))) : Optional.empty());
    }

    /**
     * A new connection, owned by the caller.
     *
     * @throws DBException with one line, if no server answers
     */
    Jedis connect() throws DBException {
        try {
            Jedis connection = new Jedis(
                    address,
                    DefaultJedisClientConfig.builder()
                            .serverDefaultProtocol()
                            .timeoutMillis(timeoutMillis)
                            .build());
            connection.ping();
            return connection;
        } catch (JedisException unreachable) {
            throw new DBException("redis.host: expected a Redis server at " + address + ", found none ("
                    + DriverError.line(unreachable) + "). Start it, or correct the address.");
        }
    }
}
