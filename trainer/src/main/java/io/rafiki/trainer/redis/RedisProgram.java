package io.rafiki.trainer.redis;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The installed program that runs servers.
 *
 * @param program its name on the path, or its file
 * @param version its release, such as {@code 7.0.15}
 */
public record RedisProgram(String program, String version) {

    private static final Pattern VERSION = Pattern.compile("Redis server v=(\\S+)");

    /**
     * Asks the program for its release.
     *
     * @throws DatastoreException with one line, if there is no such program, or it is another one
     */
    public static RedisProgram of(String program) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException absent) {
            throw new DatastoreException(
                    "--datastore: expected the program " + program
                            + ", found none. Install it (apt-get install redis-server), or name it by redis:PATH.",
                    absent);
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        Matcher version = VERSION.matcher(printed);
        if (!version.find()) {
            throw new DatastoreException("--datastore: expected " + program
                    + " to print the version of a Redis server, found '"
                    + printed.lines().findFirst().orElse("") + "'. Name another program.");
        }
        return new RedisProgram(program, version.group(1));
    }
}
