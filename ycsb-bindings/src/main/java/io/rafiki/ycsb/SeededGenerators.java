package io.rafiki.ycsb;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import site.ycsb.generator.DiscreteGenerator;
import site.ycsb.generator.NumberGenerator;

/** YCSB's uniform and discrete generators on {@link RandomStreams}; YCSB's own generators accept no seed. */
final class SeededGenerators {

    private SeededGenerators() {}

    /** Uniform integers from {@code least} to {@code greatest}, both inclusive. */
    static final class Uniform extends NumberGenerator {
        private final RandomStreams streams;
        private final long least;
        private final long greatest;

        Uniform(RandomStreams streams, long least, long greatest) {
            this.streams = streams;
            this.least = least;
            this.greatest = greatest;
        }

        @Override
        public Long nextValue() {
            return streams.current().nextLong(least, greatest + 1);
        }

        @Override
        public double mean() {
            return (least + greatest) / 2.0;
        }
    }

    /** Operation names in given proportions. */
    static final class Operations extends DiscreteGenerator {
        private final RandomStreams streams;
        private final String[] names;
        private final Supplier<double[]> now;

        /** @param now weights of the next choice; their sum need not be one */
        Operations(RandomStreams streams, String[] names, Supplier<double[]> now) {
            this.streams = streams;
            this.names = names.clone();
            this.now = now;
        }

        @Override
        public String nextValue() {
            double[] shares = now.get();
            double total = 0;
            for (double share : shares) {
                total += share;
            }
            SplittableRandom random = streams.current();
            double drawn = random.nextDouble() * total;
            int last = 0;
            for (int i = 0; i < shares.length; i++) {
                if (shares[i] > 0) {
                    last = i;
                    drawn -= shares[i];
                    if (drawn < 0) {
                        break;
                    }
                }
            }
            return names[last];
        }
    }
}
