package io.rafiki.agent;

import io.rafiki.decision.Trust;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Provenance;
import io.rafiki.surrogate.Surrogate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A loaded bundle.
 *
 * @param file it came from
 * @param loadedAt when
 * @param surrogate confined to the tuner's lock
 * @param envelope what it was trained on
 * @param provenance where it comes from
 * @param loader {@code dl4j} or {@code direct}
 * @param mismatches what it was trained on and this node is not
 * @param tolerance how far outside of the trained read ratios a workload may lie, to be taken for the nearest trained one
 */
record Model(
        Path file,
        Instant loadedAt,
        Surrogate surrogate,
        Envelope envelope,
        Provenance provenance,
        String loader,
        List<String> mismatches,
        double tolerance)
        implements Trust {

    KnobSpace space() {
        return surrogate.space();
    }

    /** The read ratio to ask the surrogate about. */
    double trainedRatio(double readRatio) {
        return Math.min(envelope.maxReadRatio(), Math.max(envelope.minReadRatio(), readRatio));
    }

    @Override
    public Optional<String> outside(double readRatio) {
        return Math.abs(trainedRatio(readRatio) - readRatio) <= tolerance
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "read ratio %.2f is outside of the trained %.2f..%.2f by more than %.2f",
                        readRatio,
                        envelope.minReadRatio(),
                        envelope.maxReadRatio(),
                        tolerance));
    }

    @Override
    public Optional<String> outside(Configuration configuration) {
        return envelope.outside(envelope.minReadRatio(), configuration);
    }
}
