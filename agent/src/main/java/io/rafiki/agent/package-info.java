/** The tuner inside a node: its settings and its tick. */
package io.rafiki.agent;
