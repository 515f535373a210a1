package io.rafiki.config;

/**
 * A file of the user's that cannot be used as it is.
 *
 * <p>The message is one line: {@code file:line: key: expected X, found Y. What to do.} It is meant to be shown without a stack trace.
 */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1;

    /**
     * @param file as the user named it
     * @param line counted from 1; 0 if the complaint is about the file as a whole
     * @param problem what was expected, what was found, what to do
     */
    public ConfigException(String file, int line, String problem) {
        super(oneLine(file + ":" + (line > 0 ? line + ":" : "") + " " + problem));
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    }
}
