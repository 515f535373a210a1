package io.rafiki.agent.console;

import java.util.List;
import java.util.function.BiFunction;
import javax.management.MBeanOperationInfo;

/**
 * One operation of an MBean about a subject.
 *
 * @param description one phrase
 * @param impact a constant of {@link MBeanOperationInfo}
 * @param returns class name of the result
 * @param parameters in order
 * @param action executes the operation
 */
record Operation<S>(
        String name,
        String description,
        int impact,
        String returns,
        List<Parameter> parameters,
        BiFunction<S, Object[], Object> action) {

    /** A parameter with its class name. */
    record Parameter(String name, String type, String description) {}

    String[] signature() {
        return parameters.stream().map(Parameter::type).toArray(String[]::new);
    }
}
