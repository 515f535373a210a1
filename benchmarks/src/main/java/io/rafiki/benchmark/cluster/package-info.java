/** What the cluster costs its nodes, and verdicts about a canary, on a real ring. */
package io.rafiki.benchmark.cluster;
