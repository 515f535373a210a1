package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenetics.DoubleGene;
import io.jenetics.Genotype;
import org.junit.jupiter.api.Test;

class GeneticAlgorithmTest {

    @Test
    void bothEndsOfARangeAreValidGenes() {
        Genotype<DoubleGene> genotype = GeneticAlgorithm.genotype(new double[] {0, 1});
        assertThat(genotype.isValid()).isTrue();
    }
}
