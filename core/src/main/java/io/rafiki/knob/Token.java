package io.rafiki.knob;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A word or sign of an expression.
 *
 * @param kind of the word
 * @param text without quotes
 * @param column of its first letter in the expression, counted from 1
 */
record Token(Kind kind, String text, int column) {

    /** What a word is. */
    enum Kind {
        NUMBER,
        NAME,
        TEXT,
        SIGN,
        END
    }

    private static final Pattern WORD = Pattern.compile("\\s*(?:"
            + "(?<number>(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)"
            + "|(?<name>[\\p{L}_]\\w*)"
            + "|'(?<single>[^']*)'|\"(?<twice>[^\"]*)\""
            + "|(?<sign><=|>=|==|!=|[-+*/()<>]))");

    /** @throws IllegalArgumentException with column and one line, at the first character that begins no word */
    static List<Token> of(String expression) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = WORD.matcher(expression);
        int at = 0;
        while (!expression.substring(at).isBlank()) {
            if (!matcher.find(at) || matcher.start() != at) {
                int column = at + 1;
                while (Character.isWhitespace(expression.charAt(column - 1))) {
                    column++;
                }
                throw fault(column, "expected a name, a number or a sign, found " + expression.charAt(column - 1));
            }
            tokens.add(token(matcher));
            at = matcher.end();
            if (matcher.group("number") != null
                    && at < expression.length()
                    && Character.isLetter(expression.charAt(at))) {
                throw fault(
                        tokens.get(tokens.size() - 1).column(),
                        "expected a number without a unit (sizes are in MiB), found "
                                + expression.substring(matcher.start("number"), at + 1) + "...");
            }
        }
        tokens.add(new Token(Kind.END, "the end", expression.length() + 1));
        return tokens;
    }

    static IllegalArgumentException fault(int column, String problem) {
        return new IllegalArgumentException("column " + column + ": " + problem);
    }

    boolean is(String sign) {
        return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(sign);
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("number") != null) {
            return new Token(Kind.NUMBER, matcher.group("number"), matcher.start("number") + 1);
        }
        if (matcher.group("name") != null) {
            return new Token(Kind.NAME, matcher.group("name"), matcher.start("name") + 1);
        }
        if (matcher.group("sign") != null) {
            return new Token(Kind.SIGN, matcher.group("sign"), matcher.start("sign") + 1);
        }
        String quoted = matcher.group("single") != null ? "single" : "twice";
        return new Token(Kind.TEXT, matcher.group(quoted), matcher.start(quoted));
    }
}
