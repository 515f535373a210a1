package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.operator.StatusServer;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.operator.TunerConsole.Bean;
import io.rafiki.trainer.report.ClusterPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Shows a cluster in the browser. */
@Command(
        name = "ui",
        description = "Serves a read-only page about the node and its cluster on this machine until Ctrl-C.")
final class UiCommand extends TunerCommand {

    private static final int LARGEST_PORT = 65_535;

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            defaultValue = "7190",
            description = "Port on the loopback interface; 0 for a free one. Default: ${DEFAULT-VALUE}.")
    private int listen;

    private StatusServer server;

    @Override
    void requireOptions(CommandSpec command) {
        OptionRange.require(command, "--listen", 0, LARGEST_PORT, listen);
    }

    @Override
    Reconnection reconnection() {
        return new Reconnection(Reconnection.LONG.first(), Reconnection.LONG.longest(), Duration.ofSeconds(2));
    }

    @Override
    Object execute(TunerConsole tuner) {
        ClusterPage page = new ClusterPage(node(), options(), Clock.system(ZoneId.systemDefault()));
        try {
            server = StatusServer.start(listen, () -> page.html(tuner(tuner), cluster(tuner)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return server.address();
    }

    private static Map<String, Object> tuner(TunerConsole console) {
        return attributes(console, Bean.TUNER, ClusterPage.TUNER);
    }

    /** Nothing on a node that decides alone. */
    private static Map<String, Object> cluster(TunerConsole console) {
        return console.has(Bean.CLUSTER) ? attributes(console, Bean.CLUSTER, ClusterPage.CLUSTER) : Map.of();
    }

    private static Map<String, Object> attributes(TunerConsole console, Bean bean, List<String> names) {
        Map<String, Object> values = new LinkedHashMap<>();
        names.forEach(name -> values.put(name, console.get(bean, name)));
        return values;
    }

    @Override
    void continueWith(TunerConsole tuner) throws InterruptedException {
        try {
            new CountDownLatch(1).await();
        } finally {
            server.close();
        }
    }
}
