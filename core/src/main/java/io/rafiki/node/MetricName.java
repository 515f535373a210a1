package io.rafiki.node;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The names that Cassandra gives its metrics in JMX. */
final class MetricName {

    static final String DOMAIN = "org.apache.cassandra.metrics";

    private MetricName() {}

    /** The name with these keys, which are known to be sound: {@code type=Compaction,name=PendingTasks}. */
    static ObjectName of(String keys) {
        try {
            return new ObjectName(DOMAIN + ":" + keys);
        } catch (MalformedObjectNameException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
