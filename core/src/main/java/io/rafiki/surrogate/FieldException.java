package io.rafiki.surrogate;

/** A field of a bundle's JSON that cannot be used; the message is one line that starts with the field's path. */
public final class FieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;

    /**
     * @param path of the field, such as {@code members[2].sha256}
     * @param problem expectation and finding
     */
    public FieldException(String path, String problem, Throwable cause) {
        super(path + ": " + problem, cause);
        this.path = path;
        this.problem = problem;
    }

    /** The same problem, with the path that leads to the field's object. */
    public FieldException within(String outer) {
        return new FieldException(outer + "." + path, problem, this);
    }
}
