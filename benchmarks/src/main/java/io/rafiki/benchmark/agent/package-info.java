/** What the agent costs a node: start, tick, engine, memory, throughput and latency. */
package io.rafiki.benchmark.agent;
