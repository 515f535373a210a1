/** What a test needs of the machine, and the only way to skip a test where it is absent. */
package io.rafiki.machine;
