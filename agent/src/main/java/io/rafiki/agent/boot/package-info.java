/**
 * What runs before Cassandra does: the agent's entry and the class loader that keeps the rest of it to itself.
 *
 * <p>These classes alone lie on the node's class path. They are compiled for Java 8 and use nothing but the JDK, so that any
 * JVM can load them and a wrong one gets one polite line. Nothing here may load a Cassandra class: static initialisers of
 * Cassandra must run when and where Cassandra means them to.
 */
package io.rafiki.agent.boot;
