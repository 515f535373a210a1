package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.workload.ClientCounts;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

class ClientMetricsTest {

    @Test
    void afterAFailedReadingTheRequestsSinceTheStartAreNotCounted() throws JMException {
        MBeanServer node = MBeanServerFactory.newMBeanServer();
        Beans.Metric reads = new Beans.Metric();
        node.registerMBean(
                new StandardMBean(reads, Beans.MetricMBean.class),
                new ObjectName("org.apache.cassandra.metrics:type=ClientRequest,scope=Read,name=Latency"));
        ClientMetrics clients = new ClientMetrics(node);
        reads.count = 7_000;
        assertThat(clients.read()).isEqualTo(new ClientCounts(7_000, 0, 0, 0));
        reads.isBusy = true;
        ClientCounts unknown = clients.read();
        reads.isBusy = false;
        assertThat(clients.read().since(unknown)).isEqualTo(ClientCounts.NONE);
    }
}
