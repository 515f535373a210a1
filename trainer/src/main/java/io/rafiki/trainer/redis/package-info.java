/**
 * Redis servers for trials: their processes, parameters and data. Everything else of a trial is the same as on Cassandra.
 */
package io.rafiki.trainer.redis;
