package io.rafiki.trainer.demo;

import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Follows a tuner over its JMX console while the load runs, and says each thing that is new. */
final class Watcher implements AutoCloseable {

    private static final int LOOK_MILLIS = 250;
    private static final int LAST = 50;
    /** Silence is a fault: after that long without a decision, the status line says what is awaited. */
    private static final double QUIET_SECONDS = 10;

    private static final double REWRITING_SECONDS = 3;

    /** Kinds of events beside the tuner's decisions. */
    static final String REWRITING = "rewriting";

    static final String SETTLED = "settled";

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread watcher = new Thread(work, "rafiki-watch");
        watcher.setDaemon(true);
        return watcher;
    });
    private final TunerConsole tuner;
    private final DoubleSupplier seconds;
    private final Consumer<String> say;
    private final List<DemoEvent> events = new ArrayList<>();
    private final ScheduledFuture<?> looking;
    private double lastSaid = Double.NEGATIVE_INFINITY;
    private String lastDecision = "";
    private String rewriting = "";

    /**
     * @param seconds since the start of the run
     * @param say hears each new line
     */
    Watcher(TunerConsole tuner, DoubleSupplier seconds, Consumer<String> say) {
        this.tuner = tuner;
        this.seconds = seconds;
        this.say = say;
        looking = thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What was seen so far, in order. */
    synchronized List<DemoEvent> events() {
        return List.copyOf(events);
    }

    private synchronized void look() {
        try {
            if (tuner.invoke("history", new Object[] {LAST}, new String[] {int.class.getName()})
                    instanceof List<?> history) {
                fresh(history).forEach(this::decided);
            }
            rewriting(Objects.toString(tuner.get("Rewriting"), ""));
            if (seconds.getAsDouble() - lastSaid >= QUIET_SECONDS) {
                line("status", Objects.toString(tuner.get("Status"), ""));
            }
        } catch (ConsoleException lost) {
            line("console", lost.getMessage());
            looking.cancel(false);
        }
    }

    /** Says what is rewritten every few seconds, and when that is over. */
    private void rewriting(String now) {
        if (now.isEmpty() == rewriting.isEmpty()) {
            if (!now.isEmpty() && seconds.getAsDouble() - lastSaid >= REWRITING_SECONDS) {
                line(REWRITING, now);
            }
        } else {
            String kind = now.isEmpty() ? SETTLED : REWRITING;
            String text = now.isEmpty() ? "the compactions are over; before: " + rewriting : now;
            events.add(new DemoEvent(seconds.getAsDouble(), kind, text));
            line(kind, text);
        }
        rewriting = now;
    }

    /** The decisions after the last one seen; the tuner gives the newest last. */
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
        String kind = Objects.toString(decision.get("kind"));
        String text = "[" + lastDecision + "] " + kind + ": " + decision.get("reason")
                + after(": ", decision.get("changes")) + after(", read back ", decision.get("readBack"));
        events.add(new DemoEvent(seconds.getAsDouble(), kind, text));
        line(kind, text);
    }

    private static String after(String separator, Object text) {
        return text == null || text.toString().isEmpty() ? "" : separator + text;
    }

    private void line(String kind, String text) {
        lastSaid = seconds.getAsDouble();
        say.accept(String.format("%6.1f s  %-9s %s", lastSaid, kind, text));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
