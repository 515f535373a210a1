/**
 * Tests of the whole: the distribution as it was assembled, on real Cassandra nodes.
 *
 * <p>What is under test runs in processes of its own; only operators' and trainers' interfaces are used to look at it.
 */
package io.rafiki;
