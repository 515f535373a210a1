package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The lines of a file that an operator has written. */
final class TextLines {

    private TextLines() {}

    /** @throws IOException with one line, if the file cannot be read or is not UTF-8 */
    static List<String> read(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException damaged) {
            throw new DatastoreException(
                    file + ": expected UTF-8 text, found other bytes. Save the file as UTF-8.", damaged);
        }
    }
}
