package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.operator.ServedBeans;
import org.junit.jupiter.api.Test;

class NodeJmxClientTest {

    /** The part of Cassandra's bean that rewrites tables. */
    public interface StorageMBean {
        int upgradeSSTables(String keyspace, boolean excludeCurrentVersion, String... tables);
    }

    private static final class Storage implements StorageMBean {

        private int status;
        private String rewritten = "";

        @Override
        public int upgradeSSTables(String keyspace, boolean excludeCurrentVersion, String... tables) {
            rewritten = keyspace + "." + String.join(",", tables);
            return status;
        }
    }

    /** Cassandra returns 1 for an aborted operation and 2 if it could not cancel other compactions. */
    @Test
    void anIncompleteRewriteIsAFailure() throws Exception {
        Storage storage = new Storage();
        try (ServedBeans node = new ServedBeans()) {
            node.register(storage, StorageMBean.class, "org.apache.cassandra.db:type=StorageService");
            try (NodeJmxClient client = NodeJmxClient.connect("127.0.0.1", node.port())) {
                client.rewrite("ycsb", "usertable");
                assertThat(storage.rewritten).isEqualTo("ycsb.usertable");

                for (int status = 1; status <= 2; status++) {
                    storage.status = status;
                    assertThatThrownBy(() -> client.rewrite("ycsb", "usertable"))
                            .isInstanceOf(DatastoreException.class)
                            .hasMessage("JMX: expected upgradeSSTables of ycsb.usertable to return 0, found " + status
                                    + ". Read the node's log, then repeat the command.");
                }
            }
        }
    }
}
