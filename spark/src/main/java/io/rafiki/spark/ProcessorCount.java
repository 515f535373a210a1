package io.rafiki.spark;

import org.apache.spark.api.java.function.Function;

/** Counts the processors that a process on the machine of an executor can use. Knob ranges depend on them. */
final class ProcessorCount implements Function<Integer, Integer> {

    @Override
    public Integer call(Integer unused) {
        return Runtime.getRuntime().availableProcessors();
    }
}
