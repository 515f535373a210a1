package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.function.Function;

/** A run of the tuned node and one of the baseline node, one after the other. */
public record RunPair(VariantResult tuned, VariantResult baseline) {

    /**
     * The tuned run and the first run without a tuner.
     *
     * @param block one run of each variant, in any order; a tuned node alone is its own baseline
     */
    static RunPair of(List<VariantResult> block) {
        VariantResult tuned =
                block.stream().filter(run -> run.tuner() != null).findFirst().orElseThrow();
        return new RunPair(
                tuned,
                block.stream().filter(run -> run.tuner() == null).findFirst().orElse(tuned));
    }

    /** The relative difference of the mean throughput in a part of both runs: 0.1 for 10 % more of the tuned node. */
    public double gain(Function<VariantResult, SegmentResult> part) {
        return part.apply(tuned).throughput() / part.apply(baseline).throughput() - 1;
    }
}
