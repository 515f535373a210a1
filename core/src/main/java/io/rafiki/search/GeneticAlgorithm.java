package io.rafiki.search;

import io.jenetics.DoubleChromosome;
import io.jenetics.DoubleGene;
import io.jenetics.EliteSelector;
import io.jenetics.GaussianMutator;
import io.jenetics.Genotype;
import io.jenetics.Phenotype;
import io.jenetics.TournamentSelector;
import io.jenetics.UniformCrossover;
import io.jenetics.engine.Engine;
import io.jenetics.util.DoubleRange;
import io.jenetics.util.ISeq;
import io.jenetics.util.RandomRegistry;
import io.jenetics.util.Seq;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A genetic algorithm in one subspace (Rafiki §3.7), with Jenetics. Genes are positions in the unit cube, rounded to values when a whole
 * generation is evaluated. The best individuals always survive; the others compete in tournaments of three.
 */
final class GeneticAlgorithm {

    private static final double CROSSOVER = 0.6;
    private static final double MUTATION = 0.25;

    private final Objective objective;
    private final SubspaceState state;
    private final Subspace subspace;
    private double[] rows = new double[0];
    private double[] values = new double[0];

    /** @param state receives the fittest of each generation */
    GeneticAlgorithm(Objective objective, SubspaceState state) {
        this.objective = objective;
        this.state = state;
        subspace = state.subspace();
    }

    /**
     * Evolves a population.
     *
     * @param start initial positions; random ones complete the population
     */
    void run(List<double[]> start, int population, int generations, Random random) {
        JeneticsRandom.load();
        RandomRegistry.using(random, registered -> {
            Engine<DoubleGene, Double> engine = new Engine.Builder<>(
                            this::evaluate,
                            Genotype.of(DoubleChromosome.of(DoubleRange.of(0, 1), subspace.dimensions())))
                    .populationSize(population)
                    .survivorsSelector(new EliteSelector<DoubleGene, Double>(2, new TournamentSelector<>(3)))
                    .offspringSelector(new TournamentSelector<>(3))
                    .offspringFraction(0.8)
                    .alterers(new UniformCrossover<>(CROSSOVER), new GaussianMutator<>(MUTATION))
                    .executor(Runnable::run)
                    .maximizing()
                    .build();
            List<Genotype<DoubleGene>> genotypes = new ArrayList<>();
            for (double[] position : start) {
                genotypes.add(genotype(position));
            }
            engine.stream(genotypes).limit(generations).forEach(generation -> {});
        });
    }

    private ISeq<Phenotype<DoubleGene, Double>> evaluate(Seq<Phenotype<DoubleGene, Double>> population) {
        int width = objective.width();
        if (values.length < population.size()) {
            values = new double[population.size()];
            rows = new double[population.size() * width];
        }
        int n = 0;
        for (Phenotype<DoubleGene, Double> phenotype : population) {
            if (phenotype.nonEvaluated()) {
                subspace.place(position(phenotype.genotype()), rows, n * width);
                n++;
            }
        }
        int top = objective.evaluate(rows, n, values);
        if (top >= 0) {
            state.offer(Arrays.copyOfRange(rows, top * width, (top + 1) * width), values[top]);
        }
        List<Phenotype<DoubleGene, Double>> evaluated = new ArrayList<>(population.size());
        int next = 0;
        for (Phenotype<DoubleGene, Double> phenotype : population) {
            evaluated.add(phenotype.nonEvaluated() ? phenotype.withFitness(values[next++]) : phenotype);
        }
        return ISeq.of(evaluated);
    }

    /** Jenetics excludes a gene's maximum, and replaces individuals with such a gene by random ones. */
    static Genotype<DoubleGene> genotype(double[] position) {
        DoubleGene[] genes = new DoubleGene[position.length];
        for (int d = 0; d < genes.length; d++) {
            genes[d] = DoubleGene.of(Math.min(position[d], Math.nextDown(1.0)), 0, 1);
        }
        return Genotype.of(DoubleChromosome.of(genes));
    }

    private static double[] position(Genotype<DoubleGene> genotype) {
        double[] position = new double[genotype.chromosome().length()];
        for (int d = 0; d < position.length; d++) {
            position[d] = genotype.chromosome().get(d).doubleValue();
        }
        return position;
    }
}
