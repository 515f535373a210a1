package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;

/**
 * A variant of the networks in an ensemble.
 *
 * @param grouped whether each input and each later block of weights has its own prior, or all weights share one
 * @param logarithmic whether the network learns the logarithm of the values
 * @param noise prior on the noise
 */
record NetworkVariant(boolean grouped, boolean logarithmic, NoisePrior noise) {

    Priors priors(int[] layers) {
        return grouped ? Priors.grouped(layers) : Priors.single(Network.parameters(layers));
    }

    NetworkVariant with(NoisePrior other) {
        return new NetworkVariant(grouped, logarithmic, other);
    }

    @Override
    public String toString() {
        return (grouped ? "grouped" : "single") + (logarithmic ? " log" : " linear");
    }
}
