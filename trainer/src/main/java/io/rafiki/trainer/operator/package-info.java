/** The operator's side of the agent's console: a JMX connection to a node's tuner, and how its answers are shown. */
package io.rafiki.trainer.operator;
