package io.rafiki.control.reason;

import io.rafiki.reason.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is wrong with the tuner now. The status line shows it. */
public sealed interface Problem extends Reason {

    /** The journal cannot be written, so nothing is changed. */
    record JournalUnavailable(String path, Reason failure) implements Problem {}

    /** The journal's last record was incomplete and was dropped. */
    record JournalTorn(String path) implements Problem {}

    /** Some records of the journal have wrong checksums. */
    record JournalDamaged(String path, List<Integer> lines) implements Problem {}

    /**
     * The last model could not be loaded.
     *
     * @param message file and cause
     * @param kept file of the model that remains loaded
     */
    record ModelRefused(String message, Optional<String> kept) implements Problem {}

    /** rafiki.yaml is invalid, so the tuner only observes. */
    record SettingsRefused(String message) implements Problem {}

    /** An operator stopped the tuner. */
    record Stopped(String by) implements Problem {}

    /** A change failed, and not all former values are back. */
    record NotApplied(String decision, Reason outcome) implements Problem {}

    /** An operator's rollback restored some values only. */
    record RestoreIncomplete(String decision, Reason outcome) implements Problem {}

    /** The model may only advise. */
    record AdviceOnly(Reason because) implements Problem {}

    /**
     * An effect on the node takes too long.
     *
     * @param effect what the loop waits for
     */
    record EffectHung(String effect, Duration elapsed) implements Problem {}

    /**
     * The compaction debt grows without an end in sight.
     *
     * @param from pending compactions at the begin
     * @param to pending compactions now
     * @param elapsed time since the begin
     */
    record CompactionDebtGrows(double from, double to, Duration elapsed) implements Problem {}

    /** Ticks failed. */
    record TicksFailed(int count, String last) implements Problem {}

    /** Too many ticks failed, so the tuner is disabled. */
    record TunerDisabled(int errors, Duration within, int count, String last) implements Problem {}
}
