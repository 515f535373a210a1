package io.rafiki.agent.console;

import io.rafiki.agent.console.Operation.Parameter;
import io.rafiki.control.Operator;
import io.rafiki.reason.PlainText;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
 * The MBean {@code io.rafiki:type=Tuner}: the tuner's facts and the operator's commands, each with a description.
 *
 * <p>A refused command throws {@link IllegalStateException} or {@link IllegalArgumentException} with the reason in one line.
 */
public final class TunerBean implements DynamicMBean {

    private static final String NAME = "io.rafiki:type=Tuner";

    private final Operator operator;

    private TunerBean(Operator operator) {
        this.operator = operator;
    }

    /**
     * Registers the bean.
     *
     * @throws JMException if the node has a tuner already
     */
    public static void register(MBeanServer server, Operator operator) throws JMException {
        server.registerMBean(new TunerBean(operator), new ObjectName(NAME));
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        return MBeanDescriptor.ATTRIBUTES.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AttributeNotFoundException(NAME + " has no attribute " + name))
                .value()
                .apply(operator);
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException, InvalidAttributeValueException {
        if (!attribute.getName().equals("Mode")) {
            throw new AttributeNotFoundException(NAME + " has no writable attribute " + attribute.getName());
        }
        try {
            operator.setMode(Objects.toString(attribute.getValue(), null));
        } catch (IllegalArgumentException refused) {
            throw new InvalidAttributeValueException(PlainText.of(String.valueOf(refused.getMessage())));
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            try {
                list.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException e) {
                // DynamicMBean: the list leaves out an attribute that cannot be read
            }
        }
        return list;
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        AttributeList done = new AttributeList();
        for (Attribute attribute : attributes.asList()) {
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
    public Object invoke(String name, Object[] arguments, String[] signature)
            throws MBeanException, ReflectionException {
        Object[] given = arguments == null ? new Object[0] : arguments;
        Operation verb = MBeanDescriptor.VERBS.stream()
                .filter(known -> known.name().equals(name)
                        && Arrays.equals(known.signature(), signature == null ? new String[0] : signature))
                .findFirst()
                .orElseThrow(() -> new ReflectionException(
                        new NoSuchMethodException(name + Arrays.toString(signature)), "no such operation: " + name));
        try {
            return verb.action().apply(operator, given);
        } catch (IllegalStateException | IllegalArgumentException refused) {
            RuntimeException plain = plain(refused);
            throw new MBeanException(plain, plain.getMessage());
        }
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] attributes = MBeanDescriptor.ATTRIBUTES.stream()
                .map(attribute -> new MBeanAttributeInfo(
                        attribute.name(),
                        attribute.type(),
                        attribute.description(),
                        true,
                        attribute.name().equals("Mode"),
                        false))
                .toArray(MBeanAttributeInfo[]::new);
        MBeanOperationInfo[] operations = MBeanDescriptor.VERBS.stream()
                .map(verb -> new MBeanOperationInfo(
                        verb.name(), verb.description(), parameters(verb.parameters()), verb.returns(), verb.impact()))
                .toArray(MBeanOperationInfo[]::new);
        return new MBeanInfo(
                TunerBean.class.getName(),
                "Rafiki keeps this node configured for its present workload.",
                attributes,
                null,
                operations,
                null);
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
