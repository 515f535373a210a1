package io.rafiki.ycsb;

import java.io.Closeable;
import java.io.IOException;
import java.util.Properties;
import java.util.function.IntConsumer;
import site.ycsb.DBException;

/**
 * The session of a JVM. The first client thread opens it, the last one closes it.
 *
 * <p>YCSB exits with code 0 even if no thread could connect, or if a load lost records. In these cases the session prints one line and
 * exits with code 1.
 *
 * @param <S> what the client threads share
 */
final class SharedSession<S extends SharedSession.Session> {

    /** What the client threads of a JVM share. */
    interface Session extends Closeable {
        /** The record of this run. */
        RunRecord run();
    }

    /** Opens a session with YCSB's properties. */
    @FunctionalInterface
    interface Opener<T> {
        /**
         * Opens a session.
         *
         * @throws DBException with one line, if it cannot be opened
         */
        T open(Properties properties) throws DBException;
    }

    /** The start of a client thread, which acquires the session. */
    @FunctionalInterface
    interface Start {
        /**
         * Starts the thread.
         *
         * @throws DBException with one line, if the thread cannot start
         */
        void run() throws DBException;
    }

    private final String system;
    private final Opener<S> opener;
    private final IntConsumer exit;
    private S session;
    private int users;

    /**
     * @param system begins the printed lines, such as {@code cassandra}
     * @param exit ends the JVM with a code
     */
    SharedSession(String system, Opener<S> opener, IntConsumer exit) {
        this.system = system;
        this.opener = opener;
        this.exit = exit;
    }

    /** Starts one client thread after the other, so that only the first of several failing ones prints. */
    synchronized void start(Start thread) throws DBException {
        try {
            thread.run();
        } catch (PropertyException | DBException e) {
            fail(e.getMessage());
            throw new DBException(e.getMessage());
        } catch (RuntimeException e) {
            fail(system + ": " + DriverError.line(e));
            throw e;
        }
    }

    synchronized S acquire(Properties properties) throws DBException {
        if (users == 0) {
            session = opener.open(properties);
        }
        users++;
        return session;
    }

    /** Releases the session. The last release closes it, and exits if a load is incomplete. */
    synchronized void release() throws DBException {
        if (--users > 0) {
            return;
        }
        S last = session;
        session = null;
        try {
            last.close();
        } catch (IOException e) {
            throw new DBException("rafiki.series: expected to write the rest of the series, found " + e);
        }
        if (last.run().loadFailed()) {
            fail(system + ": the load is incomplete: " + last.run().faults().summary());
        }
    }

    private void fail(String line) {
        System.err.println(line);
        exit.accept(1);
    }
}
