package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;

/**
 * A variant of the networks in an ensemble.
 *
 * @param grouped whether each input and each later block of weights has its own prior, or all weights share one
 * @param logarithmic whether the network learns the logarithm of the values
 */
record NetworkVariant(boolean grouped, boolean logarithmic) {

    Priors priors(int[] layers) {
        return grouped ? Priors.grouped(layers) : Priors.single(Network.parameters(layers));
    }

    @Override
    public String toString() {
        return (grouped ? "grouped" : "single") + (logarithmic ? " log" : " linear");
    }
}
