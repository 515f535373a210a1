package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StatusCommandTest {

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private volatile String line = "auto: no decision yet";
    private int port;
    private Registry registry;
    private JMXConnectorServer server;

    @BeforeEach
    void startNode() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        registry = LocateRegistry.createRegistry(port);
        beans.registerMBean(new Tuner(), new ObjectName("io.rafiki:type=Tuner"));
        serve();
    }

    private void serve() throws IOException {
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), Map.of(), beans);
        server.start();
    }

    @AfterEach
    void stopNode() throws IOException {
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }

    @Test
    void followsTheStatusLineAcrossARestartOfTheNode() throws Exception {
        PipedReader read = new PipedReader();
        CommandLine rafiki = Rafiki.commandLine().setOut(new PrintWriter(new PipedWriter(read), true));
        Thread command =
                new Thread(() -> rafiki.execute("status", "--follow=1", "-F", "json", "-p", Integer.toString(port)));
        command.start();
        try (BufferedReader output = new BufferedReader(read)) {
            awaitLine(output, "\"Mode\" : \"auto: no decision yet\"");
            line = "auto: [d1] apply";
            awaitLine(output, "\"Status\" : \"auto: [d1] apply\"");
            server.stop();
            line = "auto: [d2] hold";
            serve();
            awaitLine(output, "\"Status\" : \"auto: [d2] hold\"");
        } finally {
            command.interrupt();
            command.join();
        }
    }

    private static void awaitLine(BufferedReader output, String expected) throws IOException {
        String found = output.readLine();
        while (!found.strip().replaceAll(",$", "").equals(expected)) {
            found = output.readLine();
        }
        assertThat(found).contains(expected);
    }

    /** Each attribute of the tuner is the same text. */
    private final class Tuner implements DynamicMBean {

        @Override
        public Object getAttribute(String attribute) {
            return line;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            line = String.valueOf(attribute.getValue());
        }

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return new AttributeList();
        }

        @Override
        public Object invoke(String name, Object[] parameters, String[] signature) {
            return line;
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(Tuner.class.getName(), "tuner", null, null, null, null);
        }
    }
}
