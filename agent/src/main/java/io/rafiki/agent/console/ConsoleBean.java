package io.rafiki.agent.console;

import io.rafiki.agent.console.Operation.Parameter;
import io.rafiki.cluster.ClusterOperator;
import io.rafiki.control.Operator;
import io.rafiki.reason.PlainText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;

/**
 * An MBean about a subject: its facts and the operator's commands, each with a description.
 *
 * <p>A refused command throws {@link IllegalStateException} or {@link IllegalArgumentException} with the reason in one line.
 */
public final class ConsoleBean<S> implements DynamicMBean {

    private final String name;
    private final String description;
    private final S subject;
    private final List<io.rafiki.agent.console.Attribute<S>> attributes;
    private final List<Operation<S>> operations;
    private final Map<String, BiConsumer<S, Object>> setters;

    private ConsoleBean(
            String name,
            String description,
            S subject,
            List<io.rafiki.agent.console.Attribute<S>> attributes,
            List<Operation<S>> operations,
            Map<String, BiConsumer<S, Object>> setters) {
        this.name = name;
        this.description = description;
        this.subject = subject;
        this.attributes = attributes;
        this.operations = operations;
        this.setters = setters;
    }

    /**
     * Registers {@code io.rafiki:type=Tuner}.
     *
     * @throws JMException if the node has a tuner already
     */
    public static void register(MBeanServer server, Operator tuner) throws JMException {
        register(
                server,
                new ConsoleBean<>(
                        "io.rafiki:type=Tuner",
                        "Rafiki keeps this node configured for its present workload.",
                        tuner,
                        TunerDescriptor.ATTRIBUTES,
                        TunerDescriptor.VERBS,
                        Map.of("Mode", (operator, mode) -> operator.setMode(Objects.toString(mode, null)))));
    }

    /**
     * Registers {@code io.rafiki:type=Cluster}.
     *
     * @param caller the operator, read on the thread that executes the command
     * @throws JMException if the node has one already
     */
    public static void register(MBeanServer server, ClusterOperator cluster, Supplier<String> caller)
            throws JMException {
        register(
                server,
                new ConsoleBean<>(
                        "io.rafiki:type=Cluster",
                        "Rafiki changes this datacenter by roll-outs: one canary node, then rack by rack.",
                        cluster,
                        ClusterDescriptor.ATTRIBUTES,
                        ClusterDescriptor.verbs(caller),
                        Map.of()));
    }

    private static void register(MBeanServer server, ConsoleBean<?> bean) throws JMException {
        server.registerMBean(bean, new ObjectName(bean.name));
    }

    @Override
    public Object getAttribute(String wanted) throws AttributeNotFoundException {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new AttributeNotFoundException(name + " has no attribute " + wanted))
                .value()
                .apply(subject);
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException, InvalidAttributeValueException {
        if (!setters.containsKey(attribute.getName())) {
            throw new AttributeNotFoundException(name + " has no writable attribute " + attribute.getName());
        }
        try {
            setters.get(attribute.getName()).accept(subject, attribute.getValue());
        } catch (IllegalStateException | IllegalArgumentException refused) {
            throw new InvalidAttributeValueException(plain(refused).getMessage());
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String wanted : names) {
            try {
                list.add(new Attribute(wanted, getAttribute(wanted)));
            } catch (AttributeNotFoundException e) {
                // DynamicMBean: the list leaves out an attribute that cannot be read
            }
        }
        return list;
    }

    @Override
    public AttributeList setAttributes(AttributeList wanted) {
        AttributeList done = new AttributeList();
        for (Attribute attribute : wanted.asList()) {
            try {
                setAttribute(attribute);
                done.add(attribute);
            } catch (AttributeNotFoundException | InvalidAttributeValueException e) {
                // DynamicMBean: the list leaves out an attribute that cannot be set
            }
        }
        return done;
    }

    @Override
    public Object invoke(String operation, Object[] arguments, String[] signature)
            throws MBeanException, ReflectionException {
        Object[] given = arguments == null ? new Object[0] : arguments;
        Operation<S> verb = operations.stream()
                .filter(known -> known.name().equals(operation)
                        && Arrays.equals(known.signature(), signature == null ? new String[0] : signature))
                .findFirst()
                .orElseThrow(() -> new ReflectionException(
                        new NoSuchMethodException(operation + Arrays.toString(signature)),
                        "no such operation: " + operation));
        try {
            return verb.execute(subject, given);
        } catch (IllegalStateException | IllegalArgumentException refused) {
            RuntimeException plain = plain(refused);
            throw new MBeanException(plain, plain.getMessage());
        }
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] described = attributes.stream()
                .map(attribute -> new MBeanAttributeInfo(
                        attribute.name(),
                        attribute.type(),
                        attribute.description(),
                        true,
                        setters.containsKey(attribute.name()),
                        false))
                .toArray(MBeanAttributeInfo[]::new);
        MBeanOperationInfo[] commands = operations.stream()
                .map(verb -> new MBeanOperationInfo(
                        verb.name(), verb.description(), parameters(verb.parameters()), verb.returns(), verb.impact()))
                .toArray(MBeanOperationInfo[]::new);
        return new MBeanInfo(ConsoleBean.class.getName(), description, described, null, commands, null);
    }

    private static MBeanParameterInfo[] parameters(List<Parameter> parameters) {
        return parameters.stream()
                .map(parameter -> new MBeanParameterInfo(parameter.name(), parameter.type(), parameter.description()))
                .toArray(MBeanParameterInfo[]::new);
    }

    /** The refusal as one plain line without its causes, because a remote console lacks their classes. */
    private static RuntimeException plain(RuntimeException refused) {
        String message = PlainText.of(String.valueOf(refused.getMessage()));
        return refused instanceof IllegalArgumentException
                ? new IllegalArgumentException(message)
                : new IllegalStateException(message);
    }
}
