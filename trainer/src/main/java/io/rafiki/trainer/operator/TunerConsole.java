package io.rafiki.trainer.operator;

import io.rafiki.trainer.cassandra.JmxConnection;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;

/**
 * The tuner of one node, reached over JMX as nodetool reaches the node.
 *
 * <p>Attributes and results come back as plain maps, lists, strings and numbers ({@link OpenData}).
 */
public final class TunerConsole implements AutoCloseable {

    private static final ObjectName TUNER = name("io.rafiki:type=Tuner");

    private final String address;
    private final JmxConnection node;
    private final MBeanServerConnection connection;

    private TunerConsole(String address, JmxConnection node) {
        this.address = address;
        this.node = node;
        this.connection = node.beans();
    }

    /**
     * Connects to a node.
     *
     * @param username null where JMX asks for none
     * @throws ConsoleException if the port does not answer, the login is refused, or the node has no agent
     */
    public static TunerConsole connect(String host, int port, String username, String password) {
        String address = host + ":" + port;
        Map<String, Object> environment = new HashMap<>();
        if (username != null) {
            environment.put(
                    JMXConnector.CREDENTIALS, new String[] {username, Objects.requireNonNullElse(password, "")});
        }
        try {
            TunerConsole console = new TunerConsole(address, JmxConnection.connect(host, port, environment));
            console.requireTuner();
            return console;
        } catch (SecurityException refused) {
            throw refused(address, refused);
        } catch (DeadlineException hangs) {
            throw new ConsoleException(hangs.getMessage(), hangs);
        } catch (IOException unreachable) {
            throw new ConsoleException(
                    address + ": expected a node's JMX port, found no answer (" + cause(unreachable)
                            + "). Give -h HOST and -p JMXPORT.",
                    unreachable);
        }
    }

    private static ConsoleException refused(String address, SecurityException refused) {
        return new ConsoleException(
                address + ": JMX refused the login: " + refused.getMessage() + ". Give -u and -pw.", refused);
    }

    public Object get(String attribute) {
        return call(() -> OpenData.plain(connection.getAttribute(TUNER, attribute)));
    }

    /**
     * Invokes one operation of the tuner.
     *
     * @param signature the parameters' type names, as in {@link MBeanServerConnection#invoke}
     * @throws ConsoleException with the tuner's own words if it refuses
     */
    public Object invoke(String operation, Object[] parameters, String[] signature) {
        return call(() -> OpenData.plain(connection.invoke(TUNER, operation, parameters, signature)));
    }

    @Override
    public void close() {
        try {
            node.close();
        } catch (IOException gone) {
            // The node went away first; there is nothing left to close.
        }
    }

    private void requireTuner() throws IOException {
        boolean isThere;
        try {
            isThere = connection.isRegistered(TUNER);
        } catch (SecurityException refused) {
            close();
            throw refused;
        }
        if (!isThere) {
            close();
            throw new ConsoleException(address + ": expected the bean " + TUNER
                    + ", found none. Start the node with -javaagent:<path>/rafiki-agent.jar=<path>/rafiki.yaml;"
                    + " right after a start, try again when the node is up.");
        }
    }

    private Object call(Call call) {
        try {
            return call.run();
        } catch (InstanceNotFoundException gone) {
            throw new ConsoleException(address + ": the agent has stopped in this node", gone);
        } catch (RuntimeMBeanException refused) {
            throw new ConsoleException(cause(refused.getTargetException()), refused);
        } catch (SecurityException refused) {
            throw new ConsoleException(
                    address + ": JMX does not allow this to this user: " + refused.getMessage()
                            + ". Give -u and -pw of a user who may.",
                    refused);
        } catch (MBeanException refused) {
            throw new ConsoleException(cause(refused.getTargetException()), refused);
        } catch (JMException failed) {
            throw new ConsoleException(address + ": " + cause(failed), failed);
        } catch (DeadlineException hangs) {
            throw new ConsoleException(hangs.getMessage(), hangs);
        } catch (IOException lost) {
            throw new ConsoleException(address + ": the connection was lost (" + cause(lost) + ")", lost);
        }
    }

    private static String cause(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return Objects.requireNonNullElse(deepest.getMessage(), deepest.toString());
    }

    private static ObjectName name(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private interface Call {
        Object run() throws JMException, IOException;
    }
}
