package io.rafiki.trainer.cli;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** A JVM with a bean at the place of the tuner; the options of the JVM define its JMX. */
public final class TunerServer {

    private TunerServer() {}

    /** The part of the tuner that the tests use. */
    public interface ModeMXBean {
        String getMode();

        String getStatus();
    }

    private static final class Tuner implements ModeMXBean {
        @Override
        public String getMode() {
            return "advise";
        }

        @Override
        public String getStatus() {
            return "advise: no decision yet";
        }
    }

    /** Prints {@code ready}, and runs until standard input ends. */
    public static void main(String[] args) throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Tuner(), new ObjectName("io.rafiki:type=Tuner"));
        System.out.println("ready");
        System.in.read();
    }
}
