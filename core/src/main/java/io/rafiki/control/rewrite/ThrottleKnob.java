package io.rafiki.control.rewrite;

import io.rafiki.control.configuration.ExternalChanges;
import io.rafiki.control.record.TunerValues;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.Range;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import java.util.List;

/** The limit of all compactions together, in MiB per second; 0 for none. */
public final class ThrottleKnob {

    public static final String NAME = "compaction_throughput";

    private final NodeKnobs knobs;
    private final KnobCatalogue catalogue;
    private final ExternalChanges external;

    public ThrottleKnob(NodeKnobs knobs, KnobCatalogue catalogue, ExternalChanges external) {
        this.knobs = knobs;
        this.catalogue = catalogue;
        this.external = external;
    }

    /**
     * The present value.
     *
     * @throws NodeException if it cannot be read, or is outside the catalogue
     */
    long read() throws NodeException {
        return (long) knobs.read(catalogue.space(List.of(NAME)), List.of()).codes()[0];
    }

    /** Whether the catalogue has the knob. */
    boolean exists() {
        return catalogue.entries().stream().anyMatch(entry -> entry.name().equals(NAME));
    }

    /** The range without special values. */
    Range range() {
        return catalogue.entry(NAME).knob().range().orElseThrow();
    }

    /**
     * Replaces the value, unless another client changed it. Later readings do not attribute it to another client.
     *
     * @throws NodeException as {@link NodeKnobs#replace}
     */
    void replace(long from, long to) throws NodeException {
        knobs.replace(NAME, (double) from, (double) to, List.of());
        external.accept(
                NAME,
                TunerValues.NODE,
                String.valueOf(catalogue.entry(NAME).knob().value((double) to)));
    }
}
