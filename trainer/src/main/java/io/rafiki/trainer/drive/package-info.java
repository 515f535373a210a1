/**
 * Drives whole nodes along a schedule of read ratios, with the agent in them or without: what the demonstration, the replay of a trace and
 * the agent's benchmark share.
 *
 * <p>What is compared, and how that is shown, belongs to the packages that ask for a drive.
 */
package io.rafiki.trainer.drive;
