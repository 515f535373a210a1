package io.rafiki.trainer.optimizer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The files of irace 3.5 for a parameter space. irace puts values on a shell's command line as they are, so a choice such as {@code
 * Unified(L10)} contains its quotes.
 */
final class IraceFiles {

    private final List<Parameter> parameters;

    IraceFiles(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /** The parameter file: name, switch, type, values, and the condition of a number next to special values. */
    String parameters() {
        StringBuilder text = new StringBuilder("# name, switch, type, values, condition\n");
        for (Parameter parameter : parameters) {
            text.append(parameter.name())
                    .append(" \"--")
                    .append(parameter.name())
                    .append("=\" ")
                    .append(parameter.isCategorical() ? "c" : parameter.type().substring(0, 1))
                    .append(parameter.log() ? ",log" : "")
                    .append(' ')
                    .append(values(parameter));
            if (!parameter.special().isEmpty()) {
                text.append(" | ").append(kindIs(parameter.name(), Parameter.NUMBER));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String values(Parameter parameter) {
        return parameter.isCategorical()
                ? parameter.choices().stream().map(IraceFiles::quoted).collect(Collectors.joining(", ", "(", ")"))
                : "(" + parameter.min() + ", " + parameter.max() + ")";
    }

    /** The default configuration as a table of one row. */
    String defaults() {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            boolean isDisabled = !parameter.special().isEmpty()
                    && !parameters.get(i - 1).initial().equals(Parameter.NUMBER);
            row.add(isDisabled ? "NA" : quoted(parameter.initial()));
        }
        return parameters.stream().map(Parameter::name).collect(Collectors.joining(" ")) + "\n" + String.join(" ", row)
                + "\n";
    }

    /** One R expression per constraint, which is true for the configurations that violate it. */
    String forbidden(List<Limit> limits) {
        return limits.stream()
                .map(limit ->
                        "# " + limit.description() + "\n(" + total(limit.sum()) + ") > (" + total(limit.max()) + ")"
                                + limit.except().entrySet().stream()
                                        .map(except -> " & !(" + is(except) + ")")
                                        .collect(Collectors.joining())
                                + "\n")
                .collect(Collectors.joining());
    }

    private String total(List<Limit.Addend> addends) {
        return addends.stream()
                .map(addend -> addend.constant()
                        + addend.knobs().stream()
                                .map(knob -> " * " + number(parameter(knob)))
                                .collect(Collectors.joining()))
                .collect(Collectors.joining(" + "));
    }

    /** The number of a knob; a special value counts as the number that stands for it. */
    private static String number(Parameter parameter) {
        // the only value of a range is a choice, and thus a text
        String text =
                parameter.isCategorical() ? "as.numeric(as.character(" + parameter.name() + "))" : parameter.name();
        for (Map.Entry<String, Long> special : parameter.special().entrySet()) {
            text = "ifelse(" + kindIs(parameter.name(), special.getKey()) + ", " + special.getValue() + ", " + text
                    + ")";
        }
        return text;
    }

    private String is(Map.Entry<String, List<String>> except) {
        Parameter parameter = parameter(except.getKey());
        return except.getValue().stream()
                .map(value -> parameter.special().containsKey(value)
                        ? kindIs(parameter.name(), value)
                        // unlike ==, this is never NA
                        : parameter.name() + " %in% " + (parameter.isCategorical() ? quoted(value) : value))
                .collect(Collectors.joining(" | "));
    }

    private static String kindIs(String knob, String kind) {
        return Parameter.kindOf(knob) + " == " + quoted(kind);
    }

    private Parameter parameter(String name) {
        return parameters.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The value as a text of R, which a shell reads as one word. */
    private static String quoted(Object value) {
        String text = String.valueOf(value);
        return text.matches("[\\w.+-]+") ? "\"" + text + "\"" : "\"'" + text + "'\"";
    }
}
