/**
 * The append-only record of every decision and every write to the node, on disk before the change is made.
 *
 * <p>One JSON object per line with a checksum; operators can read it with {@code jq}. Independent of nodes and models.
 */
package io.rafiki.journal;
