package io.rafiki.trainer.prose;

/**
 * A text that belongs together: a paragraph, a table cell, a comment or a message template.
 *
 * @param line of the file at which the text starts, from 1
 * @param text with one line feed for each line of the file; code is replaced by {@link #CODE}
 * @param source the same lines with their code, for the search for old names
 * @param sentences whether the limit on the length of sentences applies
 */
record Passage(int line, String text, String source, boolean sentences) {

    /** Stands for a piece of code or a value in a text: one word. */
    static final String CODE = "X";
}
