package io.rafiki.benchmark;

import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.JmxConnection;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.ProcessLedger;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench cluster}: the cost of coordination on nodes without clients. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description =
                "Starts a ring of three real nodes with the shipped windows, with cluster: off and with cluster: on. Prints"
                        + " operations on the tables of rafiki_cluster, and bytes between nodes, per node and minute.")
final class BenchClusterCommand implements Callable<Integer> {

    /** Time until the first leases and reports. */
    private static final int SETTLE_SECONDS = 120;

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final double KIB = 1024;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Minutes of each measurement. Default: ${DEFAULT-VALUE}.")
    private int minutes;

    @Mixin
    private OutOption out;

    /**
     * Counts of all nodes since their start.
     *
     * @param reads of replicas on the tables of rafiki_cluster
     * @param writes of replicas on them
     * @param conditional proposals of lightweight transactions on them
     * @param bytes sent to other nodes
     */
    private record Counts(long reads, long writes, long conditional, long bytes) {

        static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    reads + other.reads, writes + other.writes, conditional + other.conditional, bytes + other.bytes);
        }
    }

    @Override
    public Integer call() throws IOException {
        Path work = Files.createDirectories(out.folder()).resolve("work");
        PrintWriter print = spec.commandLine().getOut();
        try {
            for (String cluster : new String[] {"off", "on"}) {
                print.println(
                        line(cluster, measured(work, "mode: observe\nengine: compiled\ncluster: " + cluster + "\n")));
                print.flush();
            }
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        } finally {
            FileTrees.delete(work);
        }
    }

    private String line(String cluster, Counts counts) {
        double each = (double) BenchRing.NODES * minutes;
        return String.format(
                Locale.ROOT,
                "cluster=%s reads=%.1f writes=%.1f conditional=%.1f KiB=%.1f per node and minute",
                cluster,
                counts.reads() / each,
                counts.writes() / each,
                counts.conditional() / each,
                counts.bytes() / KIB / each);
    }

    private Counts measured(Path work, String settings) throws IOException, InterruptedException {
        ProcessLedger ledger = new ProcessLedger(work.resolve("started"));
        ledger.clean();
        FileTrees.delete(work);
        Files.createDirectories(work);
        try (LocalRing ring = BenchRing.start(work, ledger, settings)) {
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            Counts before = counts(ring);
            TimeUnit.MINUTES.sleep(minutes);
            Counts after = counts(ring);
            return new Counts(
                    after.reads() - before.reads(),
                    after.writes() - before.writes(),
                    after.conditional() - before.conditional(),
                    after.bytes() - before.bytes());
        }
    }

    private static Counts counts(LocalRing ring) throws IOException {
        Counts all = Counts.NONE;
        for (CassandraProcess node : ring.nodes()) {
            try (JmxConnection jmx =
                    JmxConnection.connect("127.0.0.1", node.jmxPort(), JmxLogin.NONE, Reconnection.NEVER)) {
                all = all.plus(counts(jmx.beans()));
            } catch (JMException failure) {
                throw new IOException(failure);
            }
        }
        return all;
    }

    private static Counts counts(MBeanServerConnection node) throws IOException, JMException {
        String tables = METRICS + "type=Table,keyspace=rafiki_cluster,scope=*,name=";
        return new Counts(
                sum(node, tables + "ReadLatency", "", "Count"),
                sum(node, tables + "WriteLatency", "", "Count"),
                sum(node, tables + "CasProposeLatency", "", "Count"),
                sum(node, METRICS + "type=Connection,*", "CompletedBytes", "Value"));
    }

    /** The sum of a metric over all beans of a pattern whose name has an ending. */
    private static long sum(MBeanServerConnection node, String pattern, String ending, String attribute)
            throws IOException, JMException {
        long sum = 0;
        for (ObjectName bean : node.queryNames(new ObjectName(pattern), null)) {
            if (bean.getKeyProperty("name").endsWith(ending)) {
                sum += ((Number) node.getAttribute(bean, attribute)).longValue();
            }
        }
        return sum;
    }
}
