package io.rafiki;

import java.util.List;

/** What {@link HostProbe} tells over JMX. */
public interface HostProbeMXBean {

    /** Whether the node's loader finds the class. */
    boolean sees(String className);

    /** Threads whose context class loader is the tuner's. */
    List<String> threadsWithForeignLoader();
}
