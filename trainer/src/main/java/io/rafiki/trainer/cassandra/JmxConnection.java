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
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A JMX connection to a node that can hang. A hanging node keeps its sockets open, so an RMI call would never return.
 *
 * <p>An operation has no time limit, because rewriting a table can take hours. But a node that answers no other call in the meantime
 * counts as hanging.
 */
public final class JmxConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final String address;
    private final JMXConnector connector;
    private final MBeanServerConnection direct;
    private final Duration patience;

    private JmxConnection(String address, JMXConnector connector, Duration patience) throws IOException {
        this.address = address;
        this.connector = connector;
        this.direct = connector.getMBeanServerConnection();
        this.patience = patience;
    }

    /**
     * Connects.
     *
     * @param host name or address, IPv6 without brackets
     * @param environment as {@link JMXConnectorFactory#connect(JMXServiceURL, Map)} accepts it
     * @throws DeadlineException if there is no answer within 30 s
     * @throws SecurityException if the login is refused
     */
    public static JmxConnection connect(String host, int port, Map<String, ?> environment) throws IOException {
        return connect(host, port, environment, PATIENCE);
    }

    static JmxConnection connect(String host, int port, Map<String, ?> environment, Duration patience)
            throws IOException {
        String address = (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi");
        try {
            JMXConnector connector =
                    answer(address, started(() -> JMXConnectorFactory.connect(url, environment)), patience);
            return new JmxConnection(address, connector, patience);
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
        FutureTask<Object> call = started(() -> method.invoke(direct, arguments));
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
        }
    }

    /** Closes only this side if the node hangs. */
    @Override
    public void close() throws IOException {
        try {
            answer(
                    address,
                    started(() -> {
                        connector.close();
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
