/** Statistics that commons-math has not, or not in one call: for measurements, whatever they are of. */
package io.rafiki.trainer.statistics;
