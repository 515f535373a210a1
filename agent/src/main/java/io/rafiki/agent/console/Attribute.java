package io.rafiki.agent.console;

import java.util.function.Function;

/**
 * One attribute of an MBean about a subject.
 *
 * @param type class name of the values
 * @param description one phrase
 * @param value reads the value
 */
record Attribute<S>(String name, String type, String description, Function<S, Object> value) {}
