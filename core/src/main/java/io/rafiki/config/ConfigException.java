package io.rafiki.config;

/**
 * An invalid user file.
 *
 * <p>The message is one line: {@code file:line: key: expected X, found Y. Remedy.} It is shown without a stack trace.
 */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1;

    /**
     * @param file file name as the user gave it
     * @param line line from 1; 0 for the whole file
     * @param problem expectation, finding and remedy
     */
    public ConfigException(String file, int line, String problem) {
        super(oneLine(file + ":" + (line > 0 ? line + ":" : "") + " " + problem));
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    }
}
