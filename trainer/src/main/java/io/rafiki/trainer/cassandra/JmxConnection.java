package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A JMX connection to a node that can hang or restart. A hanging node keeps its sockets open, so an RMI call would never return.
 *
 * <p>An operation has no time limit, because rewriting a table can take hours. But a node that answers no other call in the meantime
 * counts as hanging. After a loss, the connection is opened again as {@link Reconnection} permits. Attributes are then read or set
 * again. An operation is not repeated, because the node may have executed it.
 */
public final class JmxConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final String OPERATION = "invoke";
    /** The logger of the JDK that prints each lost connection with its exception; this class reports the loss. */
    private static final Logger JDK = Logger.getLogger("javax.management.remote.misc");

    static {
        JDK.setLevel(Level.OFF);
    }

    private final String address;
    private final Callable<JMXConnector> opener;
    private final Reconnection reconnection;
    private final Duration patience;
    private volatile JMXConnector connector;
    private volatile MBeanServerConnection direct;
    private volatile boolean isLost;
    private volatile boolean isClosed;
    /** The attempts since the last answer. All calls share them, so a node that stays lost costs each further call one attempt. */
    private volatile Reconnection.Attempts attempts;

    private JmxConnection(String address, Callable<JMXConnector> opener, Reconnection reconnection, Duration patience) {
        this.address = address;
        this.opener = opener;
        this.reconnection = reconnection;
        this.patience = patience;
        attempts = reconnection.attempts();
    }

    /**
     * Connects as nodetool does.
     *
     * @param host name or address, IPv6 without brackets
     * @throws JmxException if the node refuses the connection or does not answer
     * @throws DeadlineException if there is no answer within 30 s
     */
    public static JmxConnection connect(String host, int port, JmxLogin login, Reconnection reconnection)
            throws IOException {
        Map<String, ?> environment = login.environment();
        try {
            return connect(host, port, environment, reconnection, PATIENCE);
        } catch (DeadlineException | InterruptedIOException failure) {
            throw failure;
        } catch (SecurityException | IOException failure) {
            throw new JmxException(
                    address(host, port), JmxException.cause(failure, login.tls().isPresent()), failure);
        }
    }

    /**
     * Connects without a second attempt.
     *
     * @param environment as {@link JMXConnectorFactory#connect(JMXServiceURL, Map)} accepts it
     * @throws DeadlineException if there is no answer within 30 s
     * @throws SecurityException if the login is refused
     */
    public static JmxConnection connect(String host, int port, Map<String, ?> environment) throws IOException {
        return connect(host, port, environment, Reconnection.NEVER, PATIENCE);
    }

    static JmxConnection connect(
            String host, int port, Map<String, ?> environment, Reconnection reconnection, Duration patience)
            throws IOException {
        String address = address(host, port);
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi");
        JmxConnection connection =
                new JmxConnection(address, () -> JMXConnectorFactory.connect(url, environment), reconnection, patience);
        connection.open();
        return connection;
    }

    private static String address(String host, int port) {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    private void open() throws IOException {
        try {
            JMXConnector opened = answer(address, started(opener), patience);
            connector = opened;
            direct = opened.getMBeanServerConnection();
        } catch (TimeoutException hangs) {
            throw deadlineExceeded(address, patience);
        } catch (RuntimeException failure) {
            // Cassandra's own authenticator wraps the exception
            throw failure.getCause() instanceof SecurityException refused ? refused : failure;
        } catch (IOException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The node's MBeans. A call throws {@link DeadlineException} if the node stops answering. */
    public MBeanServerConnection beans() {
        return (MBeanServerConnection) Proxy.newProxyInstance(
                JmxConnection.class.getClassLoader(),
                new Class<?>[] {MBeanServerConnection.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    private Object call(Method method, Object... arguments) throws Throwable {
        while (true) {
            boolean isRepeatable = true;
            try {
                reopen();
                isRepeatable = !method.getName().equals(OPERATION);
                Object answer = once(method, arguments);
                attempts = reconnection.attempts();
                return answer;
            } catch (DeadlineException | InterruptedIOException failure) {
                throw failure;
            } catch (IOException loss) {
                isLost = true;
                if (isClosed || !isRepeatable || !attempts.await()) {
                    throw loss;
                }
            }
        }
    }

    private synchronized void reopen() throws IOException {
        if (isLost && !isClosed && !reconnection.equals(Reconnection.NEVER)) {
            closeQuietly();
            open();
            isLost = false;
        }
    }

    private Object once(Method method, Object... arguments) throws Throwable {
        MBeanServerConnection present = direct;
        FutureTask<Object> call = started(() -> method.invoke(present, arguments));
        while (true) {
            try {
                return answer(address, call, patience);
            } catch (TimeoutException takesLong) {
                requireAnswer();
            }
        }
    }

    private void requireAnswer() throws Throwable {
        try {
            answer(address, started(direct::getDefaultDomain), patience);
        } catch (TimeoutException hangs) {
            throw deadlineExceeded(address, patience);
        } catch (SecurityException refusal) {
            // an answer too: a user with the rights for Rafiki alone may not read this
        }
    }

    /** Closes only this side if the node hangs. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        closeConnector();
    }

    private void closeQuietly() {
        try {
            closeConnector();
        } catch (IOException gone) {
            // the node ended the connection first
        }
    }

    private void closeConnector() throws IOException {
        JMXConnector present = connector;
        try {
            answer(
                    address,
                    started(() -> {
                        present.close();
                        return null;
                    }),
                    CLOSING);
        } catch (TimeoutException hangs) {
            // the polling thread ends with the node
            return;
        } catch (IOException | RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static <T> FutureTask<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread asking = new Thread(task, "rafiki-jmx");
        asking.setDaemon(true);
        asking.start();
        return task;
    }

    private static <T> T answer(String address, FutureTask<T> call, Duration patience) throws Throwable {
        try {
            return call.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw cause instanceof InvocationTargetException refused ? refused.getCause() : cause;
        } catch (InterruptedException toldToStop) {
            Thread.currentThread().interrupt();
            InterruptedIOException stopped =
                    new InterruptedIOException("JMX: interrupted while " + address + " was asked.");
            stopped.initCause(toldToStop);
            throw stopped;
        }
    }

    private static DeadlineException deadlineExceeded(String address, Duration patience) {
        return new DeadlineException("JMX: expected an answer from " + address + " within " + patience.toSeconds()
                + " s, found none: the node hangs.");
    }
}
