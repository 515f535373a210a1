/** A test's agent that makes methods of the tuner's fail, in the one package of ours that the node's loader and the tuner's both see. */
package io.rafiki.agent.boot;
