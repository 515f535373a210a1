package io.rafiki;

import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.host.FreePorts;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The network between the nodes of a ring. Node n listens on 127.0.0.n and tells the others that it is 127.0.1.n. There, connections are
 * forwarded, until a node is isolated. What is sent meanwhile arrives later, as with packets that TCP repeats.
 *
 * <p>Unlike network namespaces it needs no permission, so the test runs on each machine.
 *
 * <p>The sender is in the first bytes that Cassandra 5.0 sends (class {@code HandshakeProtocol}): four bytes each of a constant and flags,
 * one of a length, four of the address and two of the port.
 */
final class RingNetwork implements AutoCloseable {

    /** First three bytes of the addresses. */
    static final String ADDRESSES = "127.0.1.";

    private static final int HEADER = 15;

    /** Index of the last byte of the sender's address. */
    private static final int SENDER = 12;

    private final int port = FreePorts.choose().storage();
    private final List<Closeable> sockets = new ArrayList<>();
    private final Set<Integer> isolated = new HashSet<>();

    /** @param nodes how many, from 1 */
    RingNetwork(int nodes) throws IOException {
        for (int number = 1; number <= nodes; number++) {
            int to = number;
            ServerSocket listener = keep(new ServerSocket());
            listener.bind(new InetSocketAddress(ADDRESSES + number, port));
            begin(() -> accept(listener, to));
        }
    }

    int port() {
        return port;
    }

    /** Nothing passes between this node and the others from now on. */
    synchronized void isolate(int number) {
        isolated.add(number);
    }

    /** All nodes reach each other again. */
    synchronized void heal() {
        isolated.clear();
        notifyAll();
    }

    private synchronized <T extends Closeable> T keep(T socket) {
        sockets.add(socket);
        return socket;
    }

    private synchronized void awaitPassage(int from, int to) throws InterruptedException {
        while (isolated.contains(from) != isolated.contains(to)) {
            wait();
        }
    }

    private static Thread begin(Connection connection) {
        Thread thread = new Thread(
                () -> {
                    try {
                        connection.run();
                    } catch (IOException closed) {
                        // a node or this network has ended it
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                "network");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private interface Connection {
        void run() throws IOException, InterruptedException;
    }

    private void accept(ServerSocket listener, int to) throws IOException {
        while (!listener.isClosed()) {
            Socket incoming = keep(listener.accept());
            begin(() -> forward(incoming, to));
        }
    }

    private void forward(Socket incoming, int to) throws IOException, InterruptedException {
        try (incoming;
                Socket outgoing = keep(new Socket())) {
            byte[] header = incoming.getInputStream().readNBytes(HEADER);
            if (header.length < HEADER) {
                return;
            }
            int from = header[SENDER];
            awaitPassage(from, to);
            outgoing.connect(new InetSocketAddress(LocalRing.address(to), port));
            outgoing.setTcpNoDelay(true);
            incoming.setTcpNoDelay(true);
            outgoing.getOutputStream().write(header);
            Thread answers = begin(() -> copy(outgoing, incoming, from, to));
            copy(incoming, outgoing, from, to);
            answers.join();
        }
    }

    /** Copies until one side ends, and then closes both. */
    private void copy(Socket source, Socket target, int from, int to) throws IOException, InterruptedException {
        try (source;
                target) {
            byte[] buffer = new byte[1 << 16];
            for (int n = source.getInputStream().read(buffer);
                    n >= 0;
                    n = source.getInputStream().read(buffer)) {
                awaitPassage(from, to);
                target.getOutputStream().write(buffer, 0, n);
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        isolated.clear();
        notifyAll();
        for (Closeable socket : sockets) {
            socket.close();
        }
    }
}
