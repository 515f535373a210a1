/**
 * The node's configuration: reads, compares, writes, undoes and exports its values.
 *
 * <p>Values of other clients are recognised and left alone.
 */
package io.rafiki.control.configuration;
