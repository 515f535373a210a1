package io.rafiki.trainer.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The master of a standalone Spark cluster.
 *
 * @param host name or address
 * @param port of the master
 */
public record SparkMaster(String host, int port) {

    /** The form that {@link #parse} accepts. */
    public static final String FORM = "spark://HOST:PORT";

    private static final Pattern URL = Pattern.compile("spark://([^:/\\s]+|\\[[^]/\\s]+]):(\\d{1,5})");

    /**
     * The master of a URL.
     *
     * @throws IllegalArgumentException with one line, if the text does not have the form
     */
    public static SparkMaster parse(String text) {
        Matcher url = URL.matcher(text);
        if (url.matches()) {
            int port = Integer.parseInt(url.group(2));
            if (port >= 1 && port <= 65535) {
                return new SparkMaster(url.group(1), port);
            }
        }
        throw new IllegalArgumentException("expected local or " + FORM + ", found " + text + ". Correct it.");
    }

    /** @throws IOException with one line, if no process listens there */
    void requireReachable(Duration within) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) within.toMillis());
        } catch (IOException e) {
            throw new IOException(
                    this + ": expected a Spark master that answers within " + within.toSeconds() + " s, found "
                            + e.getMessage() + ". Start it, or correct --engine.",
                    e);
        }
    }

    @Override
    public String toString() {
        return "spark://" + host + ":" + port;
    }
}
