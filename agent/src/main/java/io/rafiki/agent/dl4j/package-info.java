/**
 * Restores a bundle's networks with Deeplearning4j, where its natives can be loaded.
 *
 * <p>DL4J gives the weights and then rests: nothing here is called while the tuner searches. All use of DL4J, ND4J and JavaCPP
 * is in this package, so that the tuner runs without their jars.
 */
package io.rafiki.agent.dl4j;
