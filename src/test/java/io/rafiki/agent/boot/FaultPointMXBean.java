package io.rafiki.agent.boot;

/** {@link FaultPoint} over JMX. */
public interface FaultPointMXBean {

    /**
     * From now on the site throws ({@code runtime}, {@code linkage}, {@code overflow}, {@code memory}), hangs ({@code hang}), sleeps
     * ({@code slow}), stops the node for a full garbage collection ({@code collect}) or only counts ({@code count}).
     */
    void arm(String site, String kind);

    /** Ends the fault at all points; hanging calls continue. */
    void disarm();

    /** How often the site was reached since it was armed. */
    long hits(String site);
}
