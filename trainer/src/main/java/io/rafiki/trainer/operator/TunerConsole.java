package io.rafiki.trainer.operator;

import io.rafiki.trainer.cassandra.JmxConnection;
import io.rafiki.trainer.cassandra.JmxException;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.io.InterruptedIOException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/**
 * The tuner of one node, reached over JMX as nodetool reaches the node.
 *
 * <p>Attributes and results come back as plain maps, lists, strings and numbers ({@link OpenData}).
 */
public final class TunerConsole implements AutoCloseable {

    /** The beans of the agent. */
    public enum Bean {
        TUNER("io.rafiki:type=Tuner"),
        /** Exists with {@code cluster: on}. */
        CLUSTER("io.rafiki:type=Cluster");

        @SuppressWarnings("ImmutableEnumChecker") // never changed
        private final ObjectName bean;

        Bean(String name) {
            this.bean = objectName(name);
        }
    }

    private final String address;
    private final String status;
    private final JmxConnection node;
    private final MBeanServerConnection connection;
    private final Reconnection reconnection;
    private final ObjectName bean;
    private boolean hasAnswered;

    private TunerConsole(String host, int port, JmxConnection node, Reconnection reconnection, Bean bean) {
        this.address = address(host, port);
        this.status = "rafiki status -h " + host + " -p " + port;
        this.node = node;
        this.connection = node.beans();
        this.reconnection = reconnection;
        this.bean = bean.bean;
    }

    /**
     * Connects to a node. A lost connection stays lost.
     *
     * @throws ConsoleException if the port does not answer, the login is refused, or the node has no agent
     */
    public static TunerConsole connect(String host, int port, JmxLogin login) {
        return connect(host, port, login, Reconnection.NEVER);
    }

    /**
     * Connects to a node.
     *
     * @param reconnection the attempts after a loss of the connection
     * @throws ConsoleException if the port does not answer, the login is refused, or the node has no agent
     */
    public static TunerConsole connect(String host, int port, JmxLogin login, Reconnection reconnection) {
        return connect(host, port, login, reconnection, Bean.TUNER);
    }

    /** Connects in the same way to one of the agent's beans. */
    public static TunerConsole connect(String host, int port, JmxLogin login, Reconnection reconnection, Bean bean) {
        try {
            TunerConsole console = new TunerConsole(
                    host, port, JmxConnection.connect(host, port, login, reconnection), reconnection, bean);
            console.requireTuner();
            console.requireBean(bean);
            return console;
        } catch (SecurityException refused) {
            throw denied(address(host, port), refused);
        } catch (IOException refused) {
            throw new ConsoleException(refused.getMessage(), refused);
        }
    }

    private static String address(String host, int port) {
        return host + ":" + port;
    }

    private static ConsoleException denied(String address, SecurityException refused) {
        return new ConsoleException(
                address + ": JMX does not allow this to this user: " + refused.getMessage()
                        + ". Give -u and -pwf of a user with this permission.",
                refused);
    }

    public Object get(String attribute) {
        return get(bean, attribute);
    }

    /** An attribute of another bean of the same node. */
    public Object get(Bean other, String attribute) {
        return get(other.bean, attribute);
    }

    private Object get(ObjectName of, String attribute) {
        return repeated(() -> OpenData.plain(connection.getAttribute(of, attribute)));
    }

    /** Whether the node has a bean. */
    public boolean has(Bean other) {
        return (Boolean) repeated(() -> connection.isRegistered(other.bean));
    }

    /**
     * Invokes one operation of the tuner.
     *
     * @param signature the parameters' type names, as in {@link MBeanServerConnection#invoke}
     * @throws ConsoleException with the tuner's own words if it refuses
     */
    public Object invoke(String operation, Object[] parameters, String[] signature) {
        return call(
                () -> OpenData.plain(connection.invoke(bean, operation, parameters, signature)),
                "The node may have executed the request: run '" + status + "'.");
    }

    /** Invokes an operation that changes nothing. After a loss of the connection it is invoked again. */
    public Object query(String operation, Object[] parameters, String[] signature) {
        return repeated(() -> {
            requireAgent();
            return OpenData.plain(connection.invoke(bean, operation, parameters, signature));
        });
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
            isThere = connection.isRegistered(Bean.TUNER.bean);
        } catch (SecurityException refused) {
            close();
            throw refused;
        }
        if (!isThere) {
            close();
            throw new ConsoleException(address + ": expected the bean " + Bean.TUNER.bean
                    + ", found none. Start the node with -javaagent:<path>/rafiki-agent.jar=<path>/rafiki.yaml;"
                    + " right after a start, try again when the node is up.");
        }
    }

    private void requireBean(Bean wanted) throws IOException {
        if (!connection.isRegistered(wanted.bean)) {
            close();
            throw new ConsoleException(
                    address + ": expected the bean " + wanted.bean
                            + ", found none. Set cluster: on in rafiki.yaml of each node, and restart one node after the other.");
        }
    }

    /** A repeatable request, which restores a lost connection before the operation. */
    private void requireAgent() throws IOException, InstanceNotFoundException {
        if (!connection.isRegistered(bean)) {
            throw new InstanceNotFoundException(bean.toString());
        }
    }

    /** After a restart, a node has no tuner until it is up. */
    private Object repeated(Call call) {
        Reconnection.Attempts attempts = reconnection.attempts();
        while (true) {
            try {
                return call(call, "Try again when the node is up.");
            } catch (ConsoleException failure) {
                if (!failure.isTemporary() || !await(attempts)) {
                    throw failure;
                }
            }
        }
    }

    private boolean await(Reconnection.Attempts attempts) {
        try {
            return attempts.await();
        } catch (InterruptedIOException stopped) {
            throw new ConsoleException(address + ": " + stopped.getMessage(), stopped);
        }
    }

    /** @param afterLoss the remedy after a loss of the connection */
    private Object call(Call call, String afterLoss) {
        try {
            Object answer = call.run();
            hasAnswered = true;
            return answer;
        } catch (InstanceNotFoundException gone) {
            throw ConsoleException.temporary(address + ": the agent has stopped in this node", gone);
        } catch (RuntimeMBeanException refused) {
            throw new ConsoleException(JmxException.text(refused.getTargetException()), refused);
        } catch (SecurityException refused) {
            ConsoleException denied = denied(address, refused);
            // a node that starts refuses each user until its roles are loaded
            throw hasAnswered ? ConsoleException.temporary(denied.getMessage(), refused) : denied;
        } catch (MBeanException refused) {
            throw new ConsoleException(JmxException.text(refused.getTargetException()), refused);
        } catch (JMException failed) {
            throw new ConsoleException(address + ": " + JmxException.text(failed), failed);
        } catch (DeadlineException hangs) {
            throw new ConsoleException(hangs.getMessage(), hangs);
        } catch (IOException lost) {
            throw ConsoleException.temporary(
                    address + ": the connection was lost (" + JmxException.text(lost) + "). " + afterLoss, lost);
        }
    }

    private static ObjectName objectName(String name) {
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
