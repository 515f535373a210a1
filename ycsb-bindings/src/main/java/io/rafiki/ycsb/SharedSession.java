package io.rafiki.ycsb;

import java.io.IOException;
import java.util.Properties;
import site.ycsb.DBException;

/** The session of a JVM. The first client thread opens it, the last one closes it. */
final class SharedSession {

    private ClientSession session;
    private int users;

    synchronized ClientSession acquire(Properties properties) throws DBException {
        if (users == 0) {
            session = ClientSession.open(BindingSettings.of(properties));
        }
        users++;
        return session;
    }

    /** Releases the session. After the last release, returns whether a load is incomplete. */
    synchronized boolean release() throws DBException {
        if (--users > 0) {
            return false;
        }
        ClientSession last = session;
        session = null;
        try {
            last.close();
        } catch (IOException e) {
            throw new DBException("rafiki.series: expected to write the rest of the series, found " + e);
        }
        return last.loadFailed();
    }
}
