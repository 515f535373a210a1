package io.rafiki.trainer.evaluate;

/**
 * Seeds of everything random in a validation, each a function of what it is for, so that neither order nor threads matter.
 *
 * @param seed of the validation
 */
record Seeds(long seed) {

    /** The seed for a purpose in a repeat. */
    long of(String purpose, int repeat) {
        long mixed = seed * 0x9E3779B97F4A7C15L + purpose.hashCode() * 0xC2B2AE3D27D4EB4FL + repeat;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        // EnsembleTrainer multiplies seeds; a million million leaves room for that
        return Math.floorMod(mixed ^ (mixed >>> 31), 1_000_000_000_000L);
    }
}
