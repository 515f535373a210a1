/**
 * Results as plain text for people: one table, one set of units, and one formatter for each kind of result.
 *
 * <p>A formatter also gives the values that {@code -F json} prints. It computes nothing.
 */
package io.rafiki.trainer.report.text;
