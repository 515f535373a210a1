/** A Spark cluster as seen by a campaign: its master, and the driver process that runs trials there. No class of Spark is used here. */
package io.rafiki.trainer.spark;
