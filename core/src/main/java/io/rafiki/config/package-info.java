/**
 * YAML files with positions, so that every error names file, line, key and the nearest valid name.
 *
 * <p>The meaning of the keys is elsewhere.
 */
package io.rafiki.config;
