package io.rafiki.agent.console;

import io.rafiki.control.Operator;
import java.util.function.Function;

/**
 * One attribute of the bean.
 *
 * @param name as consoles show it
 * @param type class name of its values
 * @param description for people
 * @param value how it is read
 */
record Attribute(String name, String type, String description, Function<Operator, Object> value) {}
