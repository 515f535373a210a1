package io.rafiki.ycsb;

import io.rafiki.ycsb.OperationSeries.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ZRangeParams;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * YCSB's binding to Redis with Jedis: one connection per client thread. docs/trials.md describes the properties.
 *
 * <p>A record is a hash. The sorted set {@value #INDEX} holds the keys of all inserted records, so that a scan reads them in their order.
 */
public final class RedisBinding extends DB {

    /** The sorted set of all keys. All scores are equal, so Redis orders the keys by their bytes. */
    static final String INDEX = "rafiki:keys";

    /** Static, because YCSB creates the instances itself and gives them no common object. */
    private static final SharedSession<RunRecord> SHARED =
            new SharedSession<>("redis", RedisBinding::open, System::exit);

    private final SharedSession<RunRecord> shared;
    private RunRecord run;
    private Jedis redis;

    /** Called by YCSB through reflection. */
    public RedisBinding() {
        this(SHARED);
    }

    RedisBinding(SharedSession<RunRecord> shared) {
        this.shared = shared;
    }

    /** Starts the record of a run. */
    static RunRecord open(Properties properties) throws DBException {
        RedisSettings settings = RedisSettings.of(properties);
        return RunRecord.open("redis", settings.loading(), settings.series());
    }

    @Override
    public void init() throws DBException {
        shared.start(() -> {
            redis = RedisSettings.of(getProperties()).connect();
            run = shared.acquire(getProperties());
        });
    }

    @Override
    public void cleanup() throws DBException {
        if (run != null) {
            disconnect();
            shared.release();
        }
        run = null;
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return counted("READ", Kind.READS, () -> copy(key, fields, result) ? Status.OK : Status.NOT_FOUND);
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int count,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return counted("SCAN", Kind.SCANS, () -> {
            ZRangeParams range =
                    ZRangeParams.zrangeByLexParams("[" + startKey, "+").limit(0, count);
            for (String key : redis.zrange(INDEX, range)) {
                HashMap<String, ByteIterator> values = new HashMap<>();
                copy(key, fields, values);
                result.add(values);
            }
            return Status.OK;
        });
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return counted("UPDATE", Kind.UPDATES, () -> {
            redis.hset(key, StringByteIterator.getStringMap(values));
            return Status.OK;
        });
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return counted("INSERT", Kind.INSERTS, () -> {
            redis.hset(key, StringByteIterator.getStringMap(values));
            redis.zadd(INDEX, 0, key);
            return Status.OK;
        });
    }

    @Override
    public Status delete(String table, String key) {
        return counted("DELETE", Kind.DELETES, () -> {
            redis.zrem(INDEX, key);
            return redis.del(key) == 0 ? Status.NOT_FOUND : Status.OK;
        });
    }

    /** Jedis does not use a failed connection again, so the next operation opens another one. */
    private Status counted(String operation, Kind kind, Supplier<Status> work) {
        return run.counted(operation, kind, () -> {
            try {
                return work.get();
            } catch (JedisConnectionException lost) {
                disconnect();
                throw lost;
            }
        });
    }

    private void disconnect() {
        try {
            redis.disconnect();
        } catch (JedisException gone) {
            // it is closed all the same
        }
    }

    /** Copies these fields of a record, or all if null. Returns whether there was any. */
    private boolean copy(String key, Set<String> fields, Map<String, ByteIterator> result) {
        if (fields == null) {
            Map<String, String> values = redis.hgetAll(key);
            values.forEach((field, value) -> result.put(field, new StringByteIterator(value)));
            return !values.isEmpty();
        }
        String[] names = fields.toArray(String[]::new);
        List<String> values = redis.hmget(key, names);
        for (int i = 0; i < names.length; i++) {
            if (values.get(i) != null) {
                result.put(names[i], new StringByteIterator(values.get(i)));
            }
        }
        return !result.isEmpty();
    }
}
