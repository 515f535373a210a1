package io.rafiki.knob;

/**
 * A part of an expression that has been understood.
 *
 * @param kind what the part is
 * @param token where it begins
 * @param term its number; of a condition how far it is from being broken: it holds from 0 up
 * @param knob if the part is a knob's name
 * @param text if the part is the name of a knob that is not tuned: its value as a user writes it
 */
record Part(Kind kind, Token token, Term term, Knob knob, String text) {

    /** What a part may be. */
    enum Kind {
        NUMBER("a number"),
        CHOICE("a knob with named values"),
        GIVEN("a name"),
        WORD("a name"),
        CONDITION("a comparison");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private static final Term NONE = (codes, at) -> Double.NaN;

    static Part number(Token token, Term term) {
        return new Part(Kind.NUMBER, token, term, null, null);
    }

    static Part condition(Token token, Term term) {
        return new Part(Kind.CONDITION, token, term, null, null);
    }

    static Part knob(Token token, Knob knob, Term term) {
        return new Part(knob instanceof CategoricalKnob ? Kind.CHOICE : Kind.NUMBER, token, term, knob, null);
    }

    /** A knob with named values that is not tuned, and its value. */
    static Part given(Token token, String text) {
        return new Part(Kind.GIVEN, token, NONE, null, text);
    }

    /** A knob with numbers that is not tuned, its number, and its value, which may be a special one. */
    static Part given(Token token, double number, String text) {
        return new Part(Kind.NUMBER, token, (codes, at) -> number, null, text);
    }

    /** A name that is neither a knob nor given. */
    static Part word(Token token) {
        return new Part(Kind.WORD, token, NONE, null, null);
    }

    boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    /** What the part is, for messages. */
    String shown() {
        return kind.words + (kind == Kind.CONDITION ? "" : " (" + token.text() + ")");
    }
}
