/** The Spark driver of a campaign, and the task on its executors. It runs in JVMs with Spark's jars, without Rafiki's other modules. */
package io.rafiki.spark;
