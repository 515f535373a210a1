package io.rafiki.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** A node's MBeans: every failure comes as a {@link NodeException} that says what the node said. */
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

    /** Calls an operation of a keyspace and some of its tables, the shape that StorageService's table operations have. */
    Object call(String bean, String operation, TableName table) throws NodeException {
        Object[] arguments = {table.keyspace(), new String[] {table.table()}};
        String[] signature = {String.class.getName(), String[].class.getName()};
        try {
            return node.invoke(name(bean), operation, arguments, signature);
        } catch (JMException | IOException | JMRuntimeException | SecurityException refused) {
            throw failure(bean + " " + operation, refused);
        }
    }

    /** The name, built at its first use and kept; tables come and go, so not without end. */
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

    private static NodeException failure(String what, Exception refused) {
        if (refused instanceof InstanceNotFoundException) {
            String owner = what.startsWith("io.rafiki:") ? ", which comes with the agent" : "";
            return new NodeException(what + ": the node has no such MBean" + owner, refused);
        }
        if (refused instanceof IOException) {
            return new NodeException(what + ": the connection to the node failed: " + refused.getMessage(), refused);
        }
        Throwable innermost = refused;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String said = innermost.getMessage() == null ? innermost.getClass().getSimpleName() : innermost.getMessage();
        return new NodeException(what + ": the node said: " + said, refused);
    }
}
