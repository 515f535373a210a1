/** Files, figures and paired comparisons of all benchmarks. */
package io.rafiki.benchmark.result;
