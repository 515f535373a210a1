package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.node.NodeKnobs;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.plan.PlanText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

class LiveNodeTest {

    private final MBeanServer node = MBeanServerFactory.newMBeanServer();

    /** The part of a thread pool that a knob sets. */
    public interface PoolMBean {
        int getMaximumPoolSize();

        void setMaximumPoolSize(int size);
    }

    private static final class Pool implements PoolMBean {

        private int size = 32;

        @Override
        public int getMaximumPoolSize() {
            return size;
        }

        @Override
        public void setMaximumPoolSize(int other) {
            size = other;
        }
    }

    @Test
    void restoresTheOtherValuesIfTheNodeRefusesOne() throws Exception {
        Pool reads = pool("ReadStage");
        Pool writes = pool("MutationStage");
        NodeKnobs knobs = new NodeKnobs(node, PlanText.catalogue());
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("concurrent_reads", 4096);
        found.put("concurrent_writes", 24);

        assertThatThrownBy(() -> LiveNode.restore(knobs, found, Path.of("found-node.json")))
                .isInstanceOf(DatastoreException.class)
                .hasMessageStartingWith("found-node.json: expected to restore the node's values, found: concurrent_")
                .hasMessageEndingWith("found 4096. Correct the cause, or set the value by hand and delete the file.");
        assertThat(writes.getMaximumPoolSize()).isEqualTo(24);
        assertThat(reads.getMaximumPoolSize()).isEqualTo(32);

        found.put("concurrent_reads", 16);
        LiveNode.restore(knobs, found, Path.of("found-node.json"));
        assertThat(reads.getMaximumPoolSize()).isEqualTo(16);
    }

    private Pool pool(String stage) throws JMException {
        Pool pool = new Pool();
        node.registerMBean(
                new StandardMBean(pool, PoolMBean.class), new ObjectName("org.apache.cassandra.request:type=" + stage));
        return pool;
    }
}
