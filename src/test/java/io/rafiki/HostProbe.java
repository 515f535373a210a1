package io.rafiki;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;

/** A second agent, loaded by the node's own loader, that tells what Cassandra's threads would see. */
public final class HostProbe implements HostProbeMXBean {

    static final String OBJECT_NAME = "io.rafiki.test:type=HostProbe";

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new HostProbe(), new ObjectName(OBJECT_NAME));
    }

    @Override
    public boolean sees(String className) {
        try {
            return Class.forName(className, false, HostProbe.class.getClassLoader()) != null;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    @Override
    public List<String> threadsWithForeignLoader() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            ClassLoader loader = thread.getContextClassLoader();
            if (loader != null && loader.getClass().getName().startsWith("io.rafiki.")) {
                names.add(thread.getName());
            }
        }
        return names;
    }
}
