/** Statistics that commons-math lacks or does not offer in one call. */
package io.rafiki.trainer.statistics;
