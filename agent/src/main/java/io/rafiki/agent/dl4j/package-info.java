/**
 * Restores a bundle's networks with Deeplearning4j, if its native libraries load, and confirms plans with them.
 *
 * <p>DL4J is not used during the search. All use of DL4J, ND4J and JavaCPP is in this package, so that the tuner runs without their jars.
 */
package io.rafiki.agent.dl4j;
