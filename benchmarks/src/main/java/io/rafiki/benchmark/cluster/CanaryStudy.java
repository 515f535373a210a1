package io.rafiki.benchmark.cluster;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.CanaryVerdict;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Verdicts about recorded windows of nodes that nothing was changed on. Each node in turn is the canary of each stretch of windows, so a
 * verdict is a false one. Stretches with a slower canary show how many losses are found.
 */
final class CanaryStudy {

    static final String HEADER =
            "run,second,node,windows,read_ratio,replica_read_ratio,read_us,write_us,read_p99_us,write_p99_us,cpu_us,"
                    + "disk_bytes,debt,errors";

    /** Windows after the change; a comparison without a verdict is inconclusive then. */
    private static final int AFTER = 60;

    private static final int SOON = 10;
    private static final double LOSS = 0.1;

    /**
     * One window of a node.
     *
     * @param run number of the session
     * @param windows number of the window on its node
     */
    record Line(int run, double second, String node, long windows, PeerWindow window) {

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%d,%.1f,%s,%d,%.4f,%.4f,%.3f,%.3f,%.1f,%.1f,%.3f,%.1f,%.2f,%d",
                    run,
                    second,
                    node,
                    windows,
                    window.readRatio(),
                    window.replicaReadRatio(),
                    window.mean().read(),
                    window.mean().write(),
                    window.tail().read(),
                    window.tail().write(),
                    window.cpuMicros(),
                    window.diskReads(),
                    window.debt(),
                    window.errors());
        }

        static Line of(String text) {
            String[] cells = text.split(",", -1);
            return new Line(
                    Integer.parseInt(cells[0]),
                    Double.parseDouble(cells[1]),
                    cells[2],
                    Long.parseLong(cells[3]),
                    new PeerWindow(
                            Double.parseDouble(cells[4]),
                            Double.parseDouble(cells[5]),
                            new Times(Double.parseDouble(cells[6]), Double.parseDouble(cells[7])),
                            new Times(Double.parseDouble(cells[8]), Double.parseDouble(cells[9])),
                            Double.parseDouble(cells[10]),
                            Double.parseDouble(cells[11]),
                            Double.parseDouble(cells[12]),
                            Long.parseLong(cells[13])));
        }
    }

    /** One look at all nodes, each with a window that no former look has. */
    private final List<Map<String, PeerWindow>> looks = new ArrayList<>();

    private final List<Integer> runs = new ArrayList<>();

    /** @param merged number of successive windows of a node that count as one */
    CanaryStudy(List<Line> lines, int merged) {
        addLooks(lines);
        merge(merged);
    }

    private void addLooks(List<Line> lines) {
        Map<String, PeerWindow> look = new TreeMap<>();
        long nodes = lines.stream().map(Line::node).distinct().count();
        int run = 0;
        for (Line line : lines) {
            if (line.run() != run) {
                run = line.run();
                look.clear();
            }
            look.put(line.node(), line.window());
            if (look.size() == nodes) {
                looks.add(Map.copyOf(look));
                runs.add(run);
                look.clear();
            }
        }
    }

    /** Replaces successive looks of a run by their mean. */
    private void merge(int merged) {
        List<Map<String, PeerWindow>> means = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        for (int begin = 0; begin + merged <= looks.size(); begin += merged) {
            List<Map<String, PeerWindow>> some = looks.subList(begin, begin + merged);
            if (runs.get(begin).equals(runs.get(begin + merged - 1))) {
                Map<String, PeerWindow> mean = new TreeMap<>();
                some.get(0)
                        .keySet()
                        .forEach(node -> mean.put(
                                node,
                                mean(some.stream().map(each -> each.get(node)).toList())));
                means.add(mean);
                of.add(runs.get(begin));
            }
        }
        looks.clear();
        looks.addAll(means);
        runs.clear();
        runs.addAll(of);
    }

    private static PeerWindow mean(List<PeerWindow> windows) {
        return new PeerWindow(
                mean(windows, PeerWindow::readRatio),
                mean(windows, PeerWindow::replicaReadRatio),
                new Times(mean(windows, window -> window.mean().read()), mean(windows, window -> window.mean()
                        .write())),
                new Times(mean(windows, window -> window.tail().read()), mean(windows, window -> window.tail()
                        .write())),
                mean(windows, PeerWindow::cpuMicros),
                mean(windows, PeerWindow::diskReads),
                mean(windows, PeerWindow::debt),
                windows.stream().mapToLong(PeerWindow::errors).sum());
    }

    private static double mean(List<PeerWindow> windows, ToDoubleFunction<PeerWindow> figure) {
        return windows.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Complete looks at all nodes. */
    int looks() {
        return looks.size();
    }

    /**
     * The verdicts of all canaries.
     *
     * @param after number of windows after the change
     * @param loss relative increase of the canary's service time and its tail after the change
     */
    List<CanaryVerdict> verdicts(int after, double loss) {
        List<CanaryVerdict> verdicts = new ArrayList<>();
        int length = CanaryComparison.WINDOWS_BEFORE + after;
        for (int begin = 0; begin + length <= looks.size(); begin += length) {
            if (runs.get(begin).equals(runs.get(begin + length - 1))) {
                for (String canary : looks.get(begin).keySet()) {
                    verdicts.add(verdict(canary, begin, after, loss));
                }
            }
        }
        return verdicts;
    }

    private CanaryVerdict verdict(String canary, int begin, int after, double loss) {
        CanaryComparison comparison = CanaryComparison.NONE;
        int change = begin + CanaryComparison.WINDOWS_BEFORE;
        for (int i = begin; i < change; i++) {
            comparison = comparison.before(round(canary, i, value -> value));
        }
        for (int i = change; i < change + after; i++) {
            comparison = comparison.after(round(canary, i, value -> value * (1 + loss)));
            if (comparison.verdict().isReached()) {
                break;
            }
        }
        return comparison.verdict();
    }

    private Round round(String canary, int look, DoubleUnaryOperator slower) {
        List<PeerWindow> peers = new ArrayList<>();
        looks.get(look).forEach((node, window) -> {
            if (!node.equals(canary)) {
                peers.add(window);
            }
        });
        PeerWindow own = looks.get(look).get(canary);
        return new Round(
                new PeerWindow(
                        own.readRatio(),
                        own.replicaReadRatio(),
                        times(own.mean(), slower),
                        times(own.tail(), slower),
                        own.cpuMicros(),
                        own.diskReads(),
                        own.debt(),
                        own.errors()),
                peers);
    }

    private static Times times(Times own, DoubleUnaryOperator slower) {
        return new Times(slower.applyAsDouble(own.read()), slower.applyAsDouble(own.write()));
    }

    /** The figures in lines; the last one is for programs. */
    List<String> report() {
        List<CanaryVerdict> unchanged = verdicts(AFTER, 0);
        List<CanaryVerdict> slower = verdicts(SOON, LOSS);
        List<CanaryVerdict> late = verdicts(AFTER, LOSS);
        long wrong = unchanged.stream().filter(CanaryVerdict::isReached).count();
        List<String> lines = new ArrayList<>();
        unchanged.stream()
                .filter(CanaryVerdict::isReached)
                .forEach(verdict -> lines.add("false verdict: " + verdict.text()));
        lines.add(String.format(
                Locale.ROOT,
                "canary: windows=%d false=%d/%d found10=%d/%d found60=%d/%d",
                looks.size(),
                wrong,
                unchanged.size(),
                slower.stream().filter(CanaryVerdict::isHarm).count(),
                slower.size(),
                late.stream().filter(CanaryVerdict::isHarm).count(),
                late.size()));
        return lines;
    }
}
