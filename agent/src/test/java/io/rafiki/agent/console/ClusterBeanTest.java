package io.rafiki.agent.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.ClusterOperator;
import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.RolloutTable;
import io.rafiki.cluster.RolloutTarget;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class ClusterBeanTest {

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final List<String> called = new ArrayList<>();

    @Test
    void aPauseWithoutAReasonIsRecordedAsSuch() throws Exception {
        ClusterOperator operator = new ClusterOperator(
                null, recorded(RolloutTable.class, Result.APPLIED), recorded(RolloutTarget.class, null));
        ConsoleBean.register(server, operator, () -> "an operator");
        server.invoke(new ObjectName("io.rafiki:type=Cluster"), "pause", new Object[] {null}, new String[] {
            String.class.getName()
        });
        assertThat(called)
                .containsExactly("record [cluster pause, no reason given, an operator]", "pause [no reason given]");
    }

    /** An object that records the calls of its methods, and gives the same answer to all. */
    private <T> T recorded(Class<T> type, Object answer) {
        InvocationHandler recording = (proxy, method, arguments) -> {
            called.add(method.getName() + " " + Arrays.toString(arguments));
            return answer;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, recording));
    }
}
