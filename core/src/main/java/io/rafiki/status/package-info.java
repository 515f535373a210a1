/**
 * The facts that operators read, each declared once with name, quantity, label, description and value.
 *
 * <p>MBean, virtual tables, metrics, reference pages and commands derive from these declarations. Nothing here decides or formats.
 */
package io.rafiki.status;
