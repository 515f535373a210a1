package io.rafiki.agent.console;

import io.rafiki.control.Operator;
import java.util.function.Function;

/**
 * One attribute of the MBean.
 *
 * @param type class name of the values
 * @param description one phrase
 * @param value reads the value
 */
record Attribute(String name, String type, String description, Function<Operator, Object> value) {}
