package io.rafiki.knob;

/** Comparisons as numbers that are at least 0 where they hold, and the lower the farther they are from holding. */
final class Comparison {

    private final Names names;

    Comparison(Names names) {
        this.names = names;
    }

    Term of(Part left, Token sign, Part right) {
        boolean equality = sign.is("==") || sign.is("!=");
        if (left.isNumber() && right.isNumber()) {
            return numbers(left.term(), sign.text(), right.term());
        }
        if (equality && isValue(right) && isKnob(left)) {
            return value(left, sign, right.token());
        }
        if (equality && isValue(left) && isKnob(right)) {
            return value(right, sign, left.token());
        }
        for (Part part : new Part[] {left, right}) {
            if (part.kind() == Part.Kind.WORD) {
                throw names.unknown(part.token());
            }
        }
        Part wrong = left.isNumber() ? right : left;
        throw Token.fault(
                wrong.token().column(),
                "expected " + (equality ? "a knob and one of its values" : "a number") + " beside " + sign.text()
                        + ", found " + wrong.shown());
    }

    private static boolean isValue(Part part) {
        return part.kind() == Part.Kind.WORD;
    }

    private static boolean isKnob(Part part) {
        return part.knob() != null || part.text() != null;
    }

    private Term value(Part knob, Token sign, Token value) {
        double holds = 0;
        double broken = -1;
        double same = sign.is("==") ? holds : broken;
        double other = sign.is("==") ? broken : holds;
        if (knob.text() != null) {
            double always = knob.text().equals(value.text()) ? same : other;
            return (codes, at) -> always;
        }
        double code = names.code(knob.knob(), value);
        Term term = knob.term();
        return (codes, at) -> term.value(codes, at) == code ? same : other;
    }

    private static Term numbers(Term left, String sign, Term right) {
        return switch (sign) {
            case "<=" -> (codes, at) -> right.value(codes, at) - left.value(codes, at);
            case ">=" -> (codes, at) -> left.value(codes, at) - right.value(codes, at);
            case "<" -> (codes, at) -> strict(right.value(codes, at) - left.value(codes, at));
            case ">" -> (codes, at) -> strict(left.value(codes, at) - right.value(codes, at));
            case "==" -> (codes, at) -> -Math.abs(left.value(codes, at) - right.value(codes, at));
            default -> (codes, at) -> strict(Math.abs(left.value(codes, at) - right.value(codes, at)));
        };
    }

    /** Just below 0 at 0. */
    private static double strict(double slack) {
        return slack == 0 ? -Double.MIN_VALUE : slack;
    }
}
