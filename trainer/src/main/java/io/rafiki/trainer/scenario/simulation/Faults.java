package io.rafiki.trainer.scenario.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Random faults with a mean number per day. */
public final class Faults {

    private static final List<Fault> KINDS = List.of(Fault.values());

    private final double perSecond;
    private final SeededRandom chance;

    /** @param perDay mean number of faults per day; 0 for none */
    public Faults(double perDay, long seed) {
        this.perSecond = perDay / Duration.ofDays(1).toSeconds();
        this.chance = new SeededRandom(new SplittableRandom(seed));
    }

    /** The fault within the next seconds, if there is one. */
    public Optional<Fault> within(double seconds) {
        return chance.happens(perSecond * seconds)
                ? Optional.of(KINDS.get(chance.below(KINDS.size())))
                : Optional.empty();
    }
}
