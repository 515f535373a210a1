package io.rafiki.ycsb;

import java.io.IOException;
import java.util.Properties;
import site.ycsb.DBException;

/** The one session of a JVM: the first of YCSB's client threads opens it, the last that ends closes it. */
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

    /** Gives the session back; after the last, says whether the run was a load of which a part is missing. */
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
