package io.rafiki.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** A node's MBeans. Every failure becomes a {@link NodeException}. */
final class MBeans {

    private static final int MOST_NAMES = 20_000;

    private final MBeanServerConnection node;
    private final Map<String, ObjectName> names = new ConcurrentHashMap<>();

    MBeans(MBeanServerConnection node) {
        this.node = node;
    }

    Object get(String bean, String attribute) throws NodeException {
        try {
            return node.getAttribute(name(bean), attribute);
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + attribute, refused);
        }
    }

    /** The value of an attribute; empty if the MBean has no such attribute. */
    Optional<Object> find(String bean, String attribute) throws NodeException {
        try {
            return Optional.ofNullable(get(bean, attribute));
        } catch (NodeException refused) {
            if (refused.getCause() instanceof AttributeNotFoundException) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    void set(String bean, String attribute, Object value) throws NodeException {
        try {
            node.setAttribute(name(bean), new Attribute(attribute, value));
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + attribute, refused);
        }
    }

    /** Calls an operation without arguments. */
    Object call(String bean, String operation) throws NodeException {
        try {
            return node.invoke(name(bean), operation, null, null);
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + operation, refused);
        }
    }

    /** The names that match a pattern, sorted. */
    List<String> names(String pattern) throws NodeException {
        try {
            return node.queryNames(name(pattern), null).stream()
                    .map(ObjectName::getCanonicalName)
                    .sorted()
                    .toList();
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(pattern, refused);
        }
    }

    /** Calls an operation with one text. */
    Object call(String bean, String operation, String text) throws NodeException {
        try {
            return node.invoke(name(bean), operation, new Object[] {text}, new String[] {String.class.getName()});
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + operation, refused);
        }
    }

    /** Calls an operation with a keyspace and tables, the signature of StorageService's table operations. */
    Object call(String bean, String operation, TableName table) throws NodeException {
        Object[] arguments = {table.keyspace(), new String[] {table.table()}};
        String[] signature = {String.class.getName(), String[].class.getName()};
        try {
            return node.invoke(name(bean), operation, arguments, signature);
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + operation, refused);
        }
    }

    /** The ObjectName, cached after its first use. The cache is bounded, because tables come and go. */
    private ObjectName name(String bean) throws MalformedObjectNameException {
        ObjectName known = names.get(bean);
        if (known == null) {
            known = new ObjectName(bean);
            if (names.size() >= MOST_NAMES) {
                names.clear();
            }
            names.put(bean, known);
        }
        return known;
    }

    private static NodeException failure(String target, Exception refused) {
        if (refused instanceof InstanceNotFoundException) {
            return new NodeException(
                    target.startsWith("io.rafiki:")
                            ? new NodeFailure.AgentMbeanMissing(target)
                            : new NodeFailure.MbeanMissing(target),
                    refused);
        }
        if (refused instanceof IOException) {
            return new NodeException(
                    new NodeFailure.ConnectionFailed(target, String.valueOf(refused.getMessage())), refused);
        }
        Throwable innermost = refused;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String message = innermost.getMessage() == null ? innermost.getClass().getSimpleName() : innermost.getMessage();
        return new NodeException(
                new NodeFailure.CallRefused(target, message.strip().replaceAll("\\s*\\R\\s*", " ")), refused);
    }
}
