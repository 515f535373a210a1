package io.rafiki.trainer.evaluate;

import java.util.List;

/** The rule by which rows are held out, and the sizes of the training set. */
interface SplitProtocol {

    /** One word, as in the result. */
    String name();

    /** The rule, in words. */
    String rule();

    /** The numbers of training rows, ascending. */
    List<Integer> sizes();

    /**
     * The split of one repeat. Repeats differ; the training rows of a smaller size are among those of a greater one.
     *
     * @param repeat counted from 0
     * @param size one of {@link #sizes()}
     */
    Split split(int repeat, int size);
}
