/** Text tables and human units, without any dependency, for all output of the trainer. */
package io.rafiki.trainer.format;
