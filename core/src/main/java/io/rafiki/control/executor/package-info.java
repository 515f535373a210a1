/** Executes the effects of the state machine outside of its lock, with deadlines. */
package io.rafiki.control.executor;
