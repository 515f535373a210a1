package io.rafiki.trainer.cassandra;

import java.util.ArrayList;
import java.util.List;

/** The JVM flags of Cassandra's own distribution for Java 17 (jvm-server.options and jvm17-server.options). */
final class JvmFlags {

    private static final List<String> GENERAL = List.of(
            "-ea",
            "-da:net.openhft...",
            "-XX:+UseThreadPriorities",
            "-Xss256k",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseTLAB",
            "-XX:+ResizeTLAB",
            "-XX:+UseNUMA",
            "-XX:+PerfDisableSharedMem",
            "-Djava.net.preferIPv4Stack=true",
            "-XX:+UseG1GC",
            "-XX:+ParallelRefProcEnabled",
            "-XX:MaxTenuringThreshold=1",
            "-XX:G1HeapRegionSize=16m",
            "-XX:G1RSetUpdatingPauseTimePercent=5",
            "-XX:MaxGCPauseMillis=300",
            "-XX:InitiatingHeapOccupancyPercent=70",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djdk.attach.allowAttachSelf=true",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dio.netty.allocator.useCacheForAllThreads=true",
            "-Dio.netty.allocator.maxOrder=11");

    private static final List<String> EXPORTS = List.of(
            "java.base/jdk.internal.misc",
            "java.base/java.lang.ref",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.sql/java.sql",
            "jdk.unsupported/sun.misc",
            "jdk.compiler/com.sun.tools.javac.file",
            "jdk.attach/sun.tools.attach");

    private static final List<String> OPENS = List.of(
            "java.base/java.lang.module",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "java.base/java.io",
            "java.base/java.lang.reflect",
            "java.base/java.lang",
            "java.base/java.util",
            "java.base/java.nio",
            "jdk.management/com.sun.management.internal");

    private JvmFlags() {}

    static List<String> all() {
        List<String> flags = new ArrayList<>(GENERAL);
        EXPORTS.forEach(name -> flags.add("--add-exports=" + name + "=ALL-UNNAMED"));
        OPENS.forEach(name -> flags.add("--add-opens=" + name + "=ALL-UNNAMED"));
        return flags;
    }
}
