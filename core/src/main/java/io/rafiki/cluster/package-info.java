/**
 * Makes the cluster the unit of change: one leader for each datacenter, one canary node, comparison with its peers, then the rest.
 *
 * <p>All classes are pure or work on interfaces. The agent provides the tables.
 */
package io.rafiki.cluster;
