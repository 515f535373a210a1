package io.rafiki.trainer.report;

import java.util.Arrays;

/** The windows of a canary: its service time above that of its peers, before and after the change. */
final class CanaryChart {

    private CanaryChart() {}

    /**
     * @param windows numbers of the windows; the change is before 0
     * @param percents of each window
     */
    static Chart of(String label, double[] windows, double[] percents) {
        double most = Arrays.stream(percents)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double first = windows.length == 0 ? -1 : windows[0];
        double last = windows.length == 0 ? 1 : windows[windows.length - 1];
        return Chart.of(
                        label,
                        Axis.of("window; the change is before 0", first, Math.max(last, 0) + 1),
                        Axis.percent("service time of the canary above that of its peers", -most, most))
                .add(Series.of("window", Color.TUNED, Series.Kind.POINTS, windows, percents))
                .add(new Chart.Mark("x", -0.5, "change", Color.ACCENT, true))
                .add(new Chart.Mark("y", 0, null, Color.SOFT, false));
    }
}
