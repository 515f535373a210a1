package io.rafiki.trainer.validate;

/** Is told how a validation gets on; called from one thread. */
public interface Progress {

    /**
     * The first figures of the cheap methods are there.
     *
     * @param seconds that the rest will take, by what the first took
     */
    void estimated(double seconds);

    /**
     * More is done.
     *
     * @param share of the rest that is done, 0 to 1
     */
    void advanced(double share);
}
