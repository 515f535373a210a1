package io.rafiki.agent.boot;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Where a test makes a method of the tuner's fail or hang. It has the package of the boot classes, which both the node's loader and the
 * tuner's see as one.
 */
public final class FaultPoint implements FaultPointMXBean {

    public static final String OBJECT_NAME = "io.rafiki.test:type=FaultPoint";

    /** Duration of each call of a slow site. */
    public static final int SLOW_MILLIS = 100;

    private static final Map<String, AtomicLong> HITS = new ConcurrentHashMap<>();
    private static volatile String armed = "";
    private static volatile String fault = "";
    private static volatile CountDownLatch release = new CountDownLatch(0);

    static void register() throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new FaultPoint(), new ObjectName(OBJECT_NAME));
    }

    /** Called first thing by each method that is a site. */
    @SuppressWarnings("unused") // by the code that FaultAgent adds
    public static void hit(String site) {
        if (!site.equals(armed)) {
            return;
        }
        HITS.computeIfAbsent(site, first -> new AtomicLong()).incrementAndGet();
        switch (fault) {
            case "runtime" -> throw new IllegalStateException("injected at " + site);
            case "linkage" -> throw new NoClassDefFoundError("injected at " + site);
            case "overflow" -> throw new StackOverflowError("injected at " + site);
            case "memory" -> throw new OutOfMemoryError("injected at " + site);
            case "hang" -> hang();
            case "slow" -> sleep();
            case "collect" -> System.gc();
            default -> {
                // counted
            }
        }
    }

    private static void hang() {
        try {
            release.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(SLOW_MILLIS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void arm(String site, String kind) {
        disarm();
        release = new CountDownLatch(1);
        HITS.remove(site);
        fault = kind;
        armed = site;
    }

    @Override
    public void disarm() {
        armed = "";
        release.countDown();
    }

    @Override
    public long hits(String site) {
        AtomicLong hits = HITS.get(site);
        return hits == null ? 0 : hits.get();
    }
}
