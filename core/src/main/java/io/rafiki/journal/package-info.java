/**
 * The append-only record of every decision and every write to the node, on disk before the change is made.
 *
 * <p>One JSON object a line, each with a checksum; an operator reads it with {@code jq}. Knows nothing of nodes or models.
 */
package io.rafiki.journal;
