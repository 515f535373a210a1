package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Path;

/** A password file of JMX: one line {@code USER PASSWORD} per user, as nodetool reads it. Lines that begin with # are comments. */
public final class JmxPasswordFile {

    private JmxPasswordFile() {}

    /**
     * The user's password.
     *
     * @throws IOException with one line, if the file cannot be read or lacks the user
     */
    public static String password(Path file, String user) throws IOException {
        for (String line : TextLines.read(file)) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length > 1 && words[0].equals(user)) {
                return words[1];
            }
        }
        throw new DatastoreException(
                file + ": expected a line with the user " + user + " and the password, found none. Add it.");
    }
}
