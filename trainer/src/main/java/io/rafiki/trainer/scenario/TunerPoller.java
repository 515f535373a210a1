package io.rafiki.trainer.scenario;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Follows a tuner over JMX while the load runs, and prints each new event. It sends few requests, because the node is measured. */
final class TunerPoller implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Reconnection RECONNECTION =
            new Reconnection(Duration.ofMillis(250), Duration.ofSeconds(2), Duration.ofSeconds(10));
    private static final int LOOK_MILLIS = 250;
    private static final int LAST = 50;
    /** After so many seconds without an event, the status line is printed. */
    private static final double QUIET_SECONDS = 10;

    private static final double REWRITING_SECONDS = 3;
    /** The tuner lists a change before its last write is read back. */
    private static final double WRITING_SECONDS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread watcher = new Thread(work, "rafiki-watch");
        watcher.setDaemon(true);
        return watcher;
    });
    private final TunerConsole tuner;
    private final DoubleSupplier seconds;
    private final Consumer<String> say;
    private final List<TimelineEvent> events = new ArrayList<>();
    private final Map<String, String> start;
    private double lastLine = Double.NEGATIVE_INFINITY;
    private long decisions;
    private String lastDecision = "";
    private String rewriting = "";

    @SuppressWarnings("FutureReturnValueIgnored") // look() reports its errors
    TunerPoller(TunerConsole tuner, DoubleSupplier seconds, Consumer<String> say) {
        this.tuner = tuner;
        this.seconds = seconds;
        this.say = say;
        this.start = configuration();
        thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Waits until the agent responds; it starts after the node.
     *
     * @throws DatastoreException if it does not within a minute
     */
    static void await(LimitedNode node) throws IOException, InterruptedException {
        console(node).close();
    }

    /**
     * Waits in the same way, and follows the tuner.
     *
     * @param seconds since the first operation
     * @param say receives each new line
     */
    static TunerPoller of(LimitedNode node, DoubleSupplier seconds, Consumer<String> say)
            throws IOException, InterruptedException {
        return new TunerPoller(console(node), seconds, say);
    }

    private static TunerConsole console(LimitedNode node) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                // a test node of this run: JMX on the loopback interface, without login
                return TunerConsole.connect("127.0.0.1", node.process().jmxPort(), JmxLogin.NONE, RECONNECTION);
            } catch (ConsoleException notYet) {
                if (System.nanoTime() > deadline) {
                    throw new DatastoreException("agent: expected its console within " + PATIENCE.toSeconds()
                            + " s, found: " + notYet.getMessage() + " See "
                            + node.process().log() + ".");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        }
    }

    /**
     * What the tuner has counted so far.
     *
     * @throws ConsoleException if the tuner has vanished
     */
    synchronized TunerCounters counters() {
        look();
        return new TunerCounters(
                0, count("Decisions"), count("PlansApplied"), count("ReadBackFailures"), TunerCounters.holds(events));
    }

    private long count(String attribute) {
        return ((Number) tuner.get(attribute)).longValue();
    }

    private Map<String, String> configuration() {
        Map<String, String> knobs = new TreeMap<>();
        ((Map<?, ?>) tuner.get("Configuration"))
                .forEach((knob, value) -> knobs.put(String.valueOf(knob), String.valueOf(value)));
        return knobs;
    }

    /** The events so far, in order. */
    synchronized List<TimelineEvent> events() {
        return List.copyOf(events);
    }

    /** Whether the node rewrites data because of a change, or the tuner decides about one by a trial compaction. */
    synchronized boolean isUnsettled() {
        return !rewriting.isEmpty() || TimelineEvent.isTrialOpen(events);
    }

    /** The second of the last change, or of the last begin or end of a rewrite; -1 if there was none. */
    synchronized double lastChange() {
        return events.stream()
                .filter(event -> event.isChange() || event.isRewrite())
                .mapToDouble(TimelineEvent::second)
                .max()
                .orElse(-1);
    }

    private synchronized void look() {
        if (thread.isShutdown()) {
            return;
        }
        try {
            long count = count("Decisions");
            if (count > decisions
                    && tuner.query("history", new Object[] {LAST}, new String[] {int.class.getName()})
                            instanceof List<?> history) {
                fresh(history).forEach(this::decided);
                decisions = count;
            }
            refresh();
            rewriting(Objects.toString(tuner.get("Rewriting"), ""));
            if (seconds.getAsDouble() - lastLine >= QUIET_SECONDS) {
                line("status", Objects.toString(tuner.get("Status"), ""));
            }
        } catch (ConsoleException lost) {
            line("console", lost.getMessage());
            thread.shutdown();
        }
    }

    /**
     * Reads the configuration after the last change again until all writes are done. It stops when the change's rewrite begins, because the
     * tuner then lowers the limit of compactions.
     */
    private void refresh() {
        for (int i = events.size() - 1; i >= 0; i--) {
            TimelineEvent event = events.get(i);
            if (event.kind() == TimelineEvent.Kind.REWRITING) {
                return;
            }
            if (event.isChange()) {
                if (seconds.getAsDouble() - event.second() < WRITING_SECONDS) {
                    events.set(i, event.with(changed()));
                }
                return;
            }
        }
    }

    /** What differs from the configuration at the start, which is the baseline. */
    private String changed() {
        return Variant.differences(NamedValues.differingFrom(start, configuration()));
    }

    /** Prints the progress of a rewrite every few seconds, and its end. */
    private void rewriting(String now) {
        if (now.isEmpty() == rewriting.isEmpty()) {
            if (!now.isEmpty() && seconds.getAsDouble() - lastLine >= REWRITING_SECONDS) {
                line(TimelineEvent.Kind.REWRITING.toString(), now);
            }
        } else {
            TimelineEvent event = now.isEmpty()
                    ? TimelineEvent.rewrite(
                            seconds.getAsDouble(),
                            TimelineEvent.Kind.SETTLED,
                            "the compactions are complete; before: " + rewriting)
                    : TimelineEvent.rewrite(seconds.getAsDouble(), TimelineEvent.Kind.REWRITING, now);
            events.add(event);
            line(event.kind().toString(), event.text());
        }
        rewriting = now;
    }

    /** The decisions after the last known one; the newest is last. */
    private List<Map<?, ?>> fresh(List<?> history) {
        List<Map<?, ?>> fresh = new ArrayList<>();
        for (Object entry : history) {
            Map<?, ?> decision = (Map<?, ?>) entry;
            fresh.add(decision);
            if (Objects.equals(decision.get("id"), lastDecision)) {
                fresh.clear();
            }
        }
        return fresh;
    }

    private void decided(Map<?, ?> decision) {
        lastDecision = Objects.toString(decision.get("id"));
        TimelineEvent.Kind kind = TimelineEvent.Kind.of(Objects.toString(decision.get("kind")));
        boolean isChange = kind == TimelineEvent.Kind.APPLY || kind == TimelineEvent.Kind.ROLLBACK;
        TimelineEvent event = new TimelineEvent(
                seconds.getAsDouble(),
                kind,
                Objects.toString(decision.get("code")),
                "[" + lastDecision + "] " + kind + ": " + decision.get("reason") + after(": ", decision.get("changes"))
                        + after(", read back ", decision.get("readBack")),
                isChange ? changed() : null);
        events.add(event);
        line(kind.toString(), event.text());
    }

    private static String after(String separator, Object text) {
        return text == null || text.toString().isEmpty() ? "" : separator + text;
    }

    private void line(String kind, String text) {
        lastLine = seconds.getAsDouble();
        say.accept(String.format(Locale.ROOT, "%6.1f s  %-9s %s", lastLine, kind, text));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        tuner.close();
    }
}
