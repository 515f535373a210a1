package io.rafiki.trainer.prose;

import java.nio.file.Path;

/**
 * A place that breaks a rule of the project's English.
 *
 * @param rule {@code word} or {@code sentence}
 * @param text the word or the sentence
 */
public record Finding(Path file, int line, String rule, String text, String remedy) {

    @Override
    public String toString() {
        return file + ":" + line + ": " + rule + ": " + text + " -> " + remedy;
    }
}
