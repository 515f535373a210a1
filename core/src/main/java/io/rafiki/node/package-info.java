/**
 * The JMX adapter to a node: the one place that reads and sets knobs and metrics of a running node, in its own JVM or remotely.
 *
 * <p>The only package of core that uses {@code javax.management}. It receives connections and opens none.
 */
package io.rafiki.node;
