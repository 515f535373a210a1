package io.rafiki.trainer.redis;

import io.rafiki.trainer.host.DatastoreException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection to a server on this machine, for a few commands with short answers (Redis serialization protocol, version 2).
 *
 * <p>The load generator has its own client, which is not on the trainer's class path.
 */
final class RedisConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;
    /** 127.0.0.1. */
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final Socket socket;
    private final InputStream in;

    private RedisConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects to a port of 127.0.0.1. */
    static RedisConnection open(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return new RedisConnection(socket);
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    /**
     * Sends a command and returns the texts of its answer: one, or those of a list.
     *
     * @throws DatastoreException with one line, if the server rejects the command
     */
    List<String> call(String... command) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(bytes("*" + command.length + "\r\n"));
        for (String word : command) {
            byte[] text = bytes(word);
            request.writeBytes(bytes("$" + text.length + "\r\n"));
            request.writeBytes(text);
            request.writeBytes(bytes("\r\n"));
        }
        request.writeTo(socket.getOutputStream());
        List<String> answer = new ArrayList<>();
        read(in, String.join(" ", command), answer);
        return answer;
    }

    /**
     * Reads one answer.
     *
     * @param command command, for messages
     * @param answer receives the texts; a missing value is left out
     */
    static void read(InputStream in, String command, List<String> answer) throws IOException {
        String line = line(in);
        String rest = line.isEmpty() ? "" : line.substring(1);
        switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+', ':' -> answer.add(rest);
            case '-' -> throw new DatastoreException("redis: expected " + command + " to succeed, found: " + rest);
            case '$' -> {
                int length = Integer.parseInt(rest);
                if (length >= 0) {
                    answer.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
                    line(in);
                }
            }
            case '*' -> {
                for (int left = Integer.parseInt(rest); left > 0; left--) {
                    read(in, command, answer);
                }
            }
            default ->
                throw new DatastoreException("redis: expected an answer to " + command + ", found '" + line + "'.");
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("redis: expected an answer, found the end of the connection.");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
