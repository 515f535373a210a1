/** Duration, loss and step cost of rewrites on real nodes. */
package io.rafiki.benchmark.rewrite;
