/**
 * A whole day in quick motion: a real node follows a trace of read ratios with the agent in it, at its defaults, and in the best
 * configuration that does not change; and a generator of such traces.
 */
package io.rafiki.trainer.replay;
