package io.rafiki.benchmark.result;

import java.util.List;

/** A measured overhead of the agent, with intervals over pairs. */
public interface Overhead {

    /** One line for each figure. */
    List<String> lines();

    /** The figures for a script. */
    String summary();
}
