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
    record Parameter(String name, String type, String description) {

        private boolean accepts(Object value) {
            return type.equals(int.class.getName())
                    ? value instanceof Integer
                    : value == null || value.getClass().getName().equals(type);
        }
    }

    /**
     * Executes the operation.
     *
     * @throws IllegalArgumentException if the arguments do not match the parameters; the message is one line
     */
    Object execute(S subject, Object[] given) {
        if (given.length != parameters.size()) {
            List<String> names = parameters.stream().map(Parameter::name).toList();
            throw new IllegalArgumentException(
                    name + ": expected an argument for each of " + names + ", found " + given.length + ".");
        }
        for (int i = 0; i < given.length; i++) {
            Parameter parameter = parameters.get(i);
            if (!parameter.accepts(given[i])) {
                throw new IllegalArgumentException(name + ": expected " + parameter.type() + " for " + parameter.name()
                        + ", found " + given[i] + ".");
            }
        }
        return action.apply(subject, given);
    }

    String[] signature() {
        return parameters.stream().map(Parameter::type).toArray(String[]::new);
    }
}
