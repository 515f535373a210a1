package io.rafiki.ycsb;

import java.io.Closeable;
import java.io.IOException;
import java.util.Properties;
import site.ycsb.DBException;

/**
 * The session of a JVM. The first client thread opens it, the last one closes it.
 *
 * @param <S> what the client threads share
 */
final class SharedSession<S extends SharedSession.Session> {

    /** What the client threads of a JVM share. */
    interface Session extends Closeable {
        /** Whether this load is incomplete. */
        boolean loadFailed();
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

    private final Opener<S> opener;
    private S session;
    private int users;

    SharedSession(Opener<S> opener) {
        this.opener = opener;
    }

    synchronized S acquire(Properties properties) throws DBException {
        if (users == 0) {
            session = opener.open(properties);
        }
        users++;
        return session;
    }

    /** Releases the session. After the last release, returns whether a load is incomplete. */
    synchronized boolean release() throws DBException {
        if (--users > 0) {
            return false;
        }
        S last = session;
        session = null;
        try {
            last.close();
        } catch (IOException e) {
            throw new DBException("rafiki.series: expected to write the rest of the series, found " + e);
        }
        return last.loadFailed();
    }
}
