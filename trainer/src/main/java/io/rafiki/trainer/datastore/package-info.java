/**
 * Real Cassandra nodes on this machine: their jars, directories, limits, start and end, and prepared data sets.
 *
 * <p>What a trial measures is no concern of this package.
 */
package io.rafiki.trainer.datastore;
