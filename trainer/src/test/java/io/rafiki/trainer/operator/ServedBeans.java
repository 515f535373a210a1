package io.rafiki.trainer.operator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/** An MBean server with a JMX port on the loopback address, like that of a node. */
public final class ServedBeans implements AutoCloseable {

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final int port = freePort();
    private final Registry registry = LocateRegistry.createRegistry(port);
    private JMXConnectorServer server;

    public ServedBeans() throws IOException {
        start();
    }

    /** Serves the beans on the same port, again after a stop. */
    public void start() throws IOException {
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), Map.of(), beans);
        server.start();
    }

    /** Ends all connections. */
    public void stop() throws IOException {
        server.stop();
    }

    public int port() {
        return port;
    }

    /** Registers a tuner with the attributes and operations of an interface. */
    public <T> void registerTuner(T tuner, Class<T> type) throws JMException {
        registerTuner(new StandardMBean(tuner, type));
    }

    /** Registers a bean with the attributes and operations of an interface. */
    public <T> void register(T bean, Class<T> type, String name) throws JMException {
        beans.registerMBean(new StandardMBean(bean, type), new ObjectName(name));
    }

    public void registerTuner(DynamicMBean tuner) throws JMException {
        beans.registerMBean(tuner, tuner());
    }

    public void unregisterTuner() throws JMException {
        beans.unregisterMBean(tuner());
    }

    /** Ends all connections and closes the port. */
    @Override
    public void close() throws IOException {
        if (server.isActive()) {
            stop();
            UnicastRemoteObject.unexportObject(registry, true);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static ObjectName tuner() throws JMException {
        return new ObjectName("io.rafiki:type=Tuner");
    }
}
