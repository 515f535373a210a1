package io.rafiki.trainer.evaluate;

import java.util.List;

/** By what rule rows are withheld, and how many are trained on. */
interface SplitProtocol {

    /** One word, as it stands in the result. */
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
