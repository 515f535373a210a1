/**
 * YAML files as a user writes them, read with positions, so that every complaint names file, line, key and the nearest valid name.
 *
 * <p>Knows nothing of what the files mean.
 */
package io.rafiki.config;
