/**
 * Client of the MBean of the tuner in a node, for the operator commands and the scenarios.
 */
package io.rafiki.trainer.operator;
