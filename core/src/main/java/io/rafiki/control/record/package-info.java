/**
 * What the loop decided and did: decisions, outcomes and the values that it wrote, as the journal keeps them.
 *
 * <p>A replay of the journal restores all of it after a restart.
 */
package io.rafiki.control.record;
