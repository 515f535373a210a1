/**
 * Folders with which other optimisers run {@code rafiki trial}. The optimisers themselves are not part of Rafiki.
 */
package io.rafiki.trainer.optimizer;
