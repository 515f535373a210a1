package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;

/**
 * What sets networks of an ensemble apart besides their starting weights.
 *
 * @param grouped whether each input and each later block of weights has a prior of its own, or all weights share one
 * @param logarithmic whether the network learns the logarithm of the values
 */
record Kind(boolean grouped, boolean logarithmic) {

    Priors priors(int[] layers) {
        return grouped ? Priors.grouped(layers) : Priors.single(Network.parameters(layers));
    }

    @Override
    public String toString() {
        return (grouped ? "grouped" : "single") + (logarithmic ? " log" : " linear");
    }
}
