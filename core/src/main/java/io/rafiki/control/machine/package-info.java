/** The state machine of the loop: states, events, effects and steps. All are pure: no clock, no node, no file. */
package io.rafiki.control.machine;
