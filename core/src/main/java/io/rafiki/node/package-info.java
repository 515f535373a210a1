/**
 * A node's knobs over JMX: the one adapter by which a running node is read and set, in its own JVM or from afar.
 *
 * <p>The only package of core that knows {@code javax.management}; it is given its connection and opens none.
 */
package io.rafiki.node;
