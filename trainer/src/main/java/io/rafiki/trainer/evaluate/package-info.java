/**
 * Prediction error on held-out trials: splits, baseline methods and error metrics.
 */
package io.rafiki.trainer.evaluate;
