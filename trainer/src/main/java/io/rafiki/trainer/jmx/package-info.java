/** Connections to the management beans of a node. */
package io.rafiki.trainer.jmx;
