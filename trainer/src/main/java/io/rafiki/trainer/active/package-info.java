/**
 * The choice of the next trials by what the measured ones have taught: where a model promises most, and where it knows least. Nothing
 * here measures.
 */
package io.rafiki.trainer.active;
