/**
 * Code that runs before Cassandra: the agent's entry point and the class loader that isolates the rest.
 *
 * <p>Only these classes are on the node's class path. They are compiled for Java 8 and use the JDK only, so that any JVM can load them
 * and an unsupported one logs one line. No class here may load a Cassandra class, because Cassandra's static initialisers must run in
 * Cassandra's own order.
 */
package io.rafiki.agent.boot;
