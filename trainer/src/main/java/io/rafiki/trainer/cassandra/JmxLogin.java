package io.rafiki.trainer.cassandra;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.management.remote.JMXConnector;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/**
 * The identity of a client for a node's JMX.
 *
 * @param credentials user and password; empty if JMX requires no login
 * @param tls stores for TLS; empty for a connection without TLS
 */
public record JmxLogin(Optional<Credentials> credentials, Optional<TlsStores> tls) {

    /** For nodes whose JMX requires neither login nor TLS, such as the nodes of trials on the loopback interface. */
    public static final JmxLogin NONE = new JmxLogin(Optional.empty(), Optional.empty());

    /** A login with a password and without TLS. */
    public static JmxLogin of(String user, String password) {
        return new JmxLogin(Optional.of(new Credentials(user, password)), Optional.empty());
    }

    /** A user with a password. Its text hides the password. */
    public record Credentials(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    /**
     * The environment of a JMX connector. With TLS, the process uses these stores for all further default TLS connections.
     *
     * @throws IOException with one line, if a store cannot be read
     */
    Map<String, Object> environment() throws IOException {
        Map<String, Object> environment = new HashMap<>();
        credentials.ifPresent(
                known -> environment.put(JMXConnector.CREDENTIALS, new String[] {known.user(), known.password()}));
        if (tls.isPresent()) {
            tls.get().install();
            // the registry of the node uses TLS too, as nodetool expects it
            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        }
        return environment;
    }
}
