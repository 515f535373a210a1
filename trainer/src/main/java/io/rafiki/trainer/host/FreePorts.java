package io.rafiki.trainer.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports of one node on 127.0.0.1. They were free when chosen.
 *
 * <p>They are below the kernel's range for outgoing connections and start at a random offset, so nodes started at the same time rarely
 * collide.
 *
 * @param storage port between nodes
 * @param cql port for clients
 * @param jmx port for operators
 */
public record FreePorts(int storage, int cql, int jmx) {

    private static final int LOWEST = 26000;
    private static final int HIGHEST = 31999;

    public static FreePorts choose() throws IOException {
        return choose(LOWEST, HIGHEST);
    }

    static FreePorts choose(int lowest, int highest) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            int port = ThreadLocalRandom.current().nextInt(lowest, highest);
            for (int tried = lowest; tried <= highest && held.size() < 3; tried++) {
                hold(port, held);
                port = port == highest ? lowest : port + 1;
            }
            if (held.size() < 3) {
                throw new DatastoreException("ports: expected three free ones in " + lowest + ".." + highest
                        + " on 127.0.0.1, found " + held.size() + ". End what holds them.");
            }
            return new FreePorts(
                    held.get(0).getLocalPort(),
                    held.get(1).getLocalPort(),
                    held.get(2).getLocalPort());
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private static void hold(int port, List<ServerSocket> held) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            held.add(socket);
        } catch (IOException taken) {
            socket.close();
        }
    }
}
