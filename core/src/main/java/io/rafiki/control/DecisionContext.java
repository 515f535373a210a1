package io.rafiki.control;

import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The moment and the window of a decision.
 *
 * @param model hash of the trials that the model in use was trained on; empty if there is none
 */
record DecisionContext(Instant at, Optional<Window> window, String model) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    Workload workload() {
        return window.map(Window::workload).orElse(Workload.NONE);
    }

    /** {@code  (read ratio 0.71, window 10:15:00-10:15:30)}, or nothing before the first window. */
    String text(ZoneId zone) {
        return window.map(last -> String.format(
                        Locale.ROOT,
                        " (%swindow %s-%s)",
                        last.operations() == 0 ? "" : last.workload().text() + ", ",
                        TIME.format(last.start().atZone(zone)),
                        TIME.format(last.end().atZone(zone))))
                .orElse("");
    }
}
