package io.rafiki.trainer.redis;

import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The installed program that runs servers.
 *
 * @param datastore names the program
 * @param version its release, such as {@code 7.0.15}
 */
public record RedisProgram(Datastore.Redis datastore, String version) {

    private static final Pattern VERSION = Pattern.compile("Redis server v=(\\S+)");

    /**
     * Asks the program for its release.
     *
     * @throws DatastoreException with one line, if there is no such program, or it is another one
     */
    public static RedisProgram of(Datastore.Redis datastore) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(datastore.server(), "--version")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException absent) {
            throw new DatastoreException(
                    "--datastore: expected the program " + datastore.server()
                            + ", found none. Install it (apt-get install redis-server), or name it by redis:PATH.",
                    absent);
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        Matcher version = VERSION.matcher(printed);
        if (!version.find()) {
            throw new DatastoreException("--datastore: expected " + datastore.server()
                    + " to print the version of a Redis server, found '"
                    + printed.lines().findFirst().orElse("") + "'. Name another program.");
        }
        return new RedisProgram(datastore, version.group(1));
    }

    /** The program's name or file. */
    String program() {
        return datastore.server();
    }
}
