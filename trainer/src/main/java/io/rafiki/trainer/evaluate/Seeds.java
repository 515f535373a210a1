package io.rafiki.trainer.evaluate;

/**
 * The seeds of a validation. Each depends only on its purpose, so order and threads have no effect.
 *
 * @param seed seed of the validation
 */
record Seeds(long seed) {

    long of(String purpose, int repeat) {
        long mixed = seed * 0x9E3779B97F4A7C15L + purpose.hashCode() * 0xC2B2AE3D27D4EB4FL + repeat;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        // EnsembleTrainer multiplies seeds, and this limit prevents an overflow
        return Math.floorMod(mixed ^ (mixed >>> 31), 1_000_000_000_000L);
    }
}
