/**
 * Conclusions from trials and models: effects, recommendation, explanation and paired verification. Output is in {@code report}.
 */
package io.rafiki.trainer.analysis;
