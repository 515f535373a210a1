/**
 * What the trainer needs from Linux: control groups, processor pinning, processes, containers, locks, ports and disks.
 * Nothing here depends on Cassandra.
 */
package io.rafiki.trainer.host;
