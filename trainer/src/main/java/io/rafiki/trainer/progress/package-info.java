/** The progress of commands that run for minutes or hours. It measures nothing and depends on no other package of the trainer. */
package io.rafiki.trainer.progress;
