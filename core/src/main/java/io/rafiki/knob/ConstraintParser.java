package io.rafiki.knob;

import java.util.List;

/**
 * Reads the expression of a constraint: comparisons of sums and products, joined by {@code and} and {@code or}.
 *
 * <pre>
 * condition  = all {"or" all}
 * all        = comparison {"and" comparison}
 * comparison = sum [("&lt;=" | "&gt;=" | "&lt;" | "&gt;" | "==" | "!=") sum]
 * sum        = product {("+" | "-") product}
 * product    = factor {("*" | "/") factor}
 * factor     = "-" factor | number | name | 'value' | "(" condition ")"
 * </pre>
 *
 * <p>The text becomes a tree of {@link Term}s; what does not fit is an {@link IllegalArgumentException} with its column.
 */
final class ConstraintParser {

    private static final int LONGEST = 1000;
    private static final int DEEPEST = 40;

    private final List<Token> tokens;
    private final Names names;
    private int next;
    private int depth;

    private ConstraintParser(List<Token> tokens, Names names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** The condition as a number that is at least 0 where it holds. */
    static Term parse(String expression, Names names) {
        if (expression.length() > LONGEST) {
            throw Token.fault(LONGEST, "expected at most " + LONGEST + " characters, found " + expression.length());
        }
        ConstraintParser parser = new ConstraintParser(Token.of(expression), names);
        Part whole = parser.condition();
        if (parser.peek().kind() != Token.Kind.END) {
            throw Token.fault(
                    parser.peek().column(),
                    "expected an operator or the end, found " + parser.peek().text());
        }
        return parser.requireCondition(whole).term();
    }

    private Part condition() {
        Part left = all();
        while (peek().is("or")) {
            Token or = take();
            Term one = requireCondition(left).term();
            Term other = requireCondition(all()).term();
            left = Part.condition(or, (codes, at) -> Math.max(one.value(codes, at), other.value(codes, at)));
        }
        return left;
    }

    private Part all() {
        Part left = comparison();
        while (peek().is("and")) {
            Token and = take();
            Term one = requireCondition(left).term();
            Term other = requireCondition(comparison()).term();
            left = Part.condition(and, (codes, at) -> Math.min(one.value(codes, at), other.value(codes, at)));
        }
        return left;
    }

    private Part comparison() {
        Part left = sum();
        Token sign = peek();
        switch (sign.text()) {
            case "<=", ">=", "<", ">", "==", "!=" -> {
                if (sign.kind() != Token.Kind.SIGN) {
                    return left;
                }
                take();
                Part right = sum();
                return Part.condition(sign, new Comparison(names).of(left, sign, right));
            }
            default -> {
                return left;
            }
        }
    }

    private Part sum() {
        Part left = product();
        while (peek().is("+") || peek().is("-")) {
            Token sign = take();
            Term one = requireNumber(left).term();
            Term other = requireNumber(product()).term();
            left = Part.number(
                    sign,
                    sign.is("+")
                            ? (codes, at) -> one.value(codes, at) + other.value(codes, at)
                            : (codes, at) -> one.value(codes, at) - other.value(codes, at));
        }
        return left;
    }

    private Part product() {
        Part left = factor();
        while (peek().is("*") || peek().is("/")) {
            Token sign = take();
            Term one = requireNumber(left).term();
            Term other = requireNumber(factor()).term();
            left = Part.number(
                    sign,
                    sign.is("*")
                            ? (codes, at) -> one.value(codes, at) * other.value(codes, at)
                            : (codes, at) -> one.value(codes, at) / other.value(codes, at));
        }
        return left;
    }

    private Part factor() {
        Token token = take();
        depth++;
        if (depth > DEEPEST) {
            throw Token.fault(token.column(), "expected at most " + DEEPEST + " signs or brackets inside each other");
        }
        Part part =
                switch (token.kind()) {
                    case NUMBER -> constant(token);
                    case NAME -> named(token);
                    case TEXT -> Part.word(token);
                    case SIGN -> signed(token);
                    case END -> throw Token.fault(token.column(), "expected a name or a number, found the end");
                };
        depth--;
        return part;
    }

    private Part named(Token token) {
        if (token.is("or") || token.is("and")) {
            throw Token.fault(token.column(), "expected a name or a number, found " + token.text());
        }
        return names.part(token);
    }

    private Part signed(Token token) {
        if (token.is("-")) {
            Term term = requireNumber(factor()).term();
            return Part.number(token, (codes, at) -> -term.value(codes, at));
        }
        if (token.is("(")) {
            Part inner = condition();
            Token close = take();
            if (!close.is(")")) {
                throw Token.fault(close.column(), "expected ), found " + close.text());
            }
            return inner;
        }
        throw Token.fault(token.column(), "expected a name or a number, found " + token.text());
    }

    private static Part constant(Token token) {
        double number = Double.parseDouble(token.text());
        return Part.number(token, (codes, at) -> number);
    }

    private Part requireNumber(Part part) {
        if (part.kind() == Part.Kind.WORD) {
            throw names.unknown(part.token());
        }
        if (!part.isNumber()) {
            throw Token.fault(part.token().column(), "expected a number, found " + part.shown());
        }
        return part;
    }

    private Part requireCondition(Part part) {
        if (part.kind() == Part.Kind.WORD) {
            throw names.unknown(part.token());
        }
        if (part.kind() != Part.Kind.CONDITION) {
            throw Token.fault(
                    part.token().column(), "expected a comparison such as a + b <= heap, found " + part.shown());
        }
        return part;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }
}
