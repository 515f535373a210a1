/** The node as a target of roll-outs: orders of the leader, changes that survive a restart, exploration. */
package io.rafiki.control.rollout;
