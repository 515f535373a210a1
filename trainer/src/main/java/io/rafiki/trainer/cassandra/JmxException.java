package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** A node's JMX refused the connection. The message is one line with address, cause and remedy. */
public final class JmxException extends DatastoreException {

    private static final long serialVersionUID = 1L;

    /** The cause of a refusal. */
    public enum Cause {
        /** No process answers on this port. */
        NO_ANSWER("expected a node's JMX port, found no answer", "Give -h HOST and -p JMXPORT."),
        /** The user or the password is wrong, or the node requires one. */
        LOGIN_REFUSED("JMX refused the login", "Give -u USER with -pwf FILE, or set RAFIKI_JMX_PASSWORD."),
        /** The node's JMX uses TLS, the client does not. */
        TLS_REQUIRED("expected JMX without TLS, found a port that uses TLS", "Give --ssl."),
        /** The client uses no TLS, and the port answers with another protocol: TLS, or that of a port for other clients. */
        OTHER_PROTOCOL(
                "expected a JMX port without TLS, found another protocol",
                "Give the node's JMX port, or --ssl if JMX uses TLS."),
        /** The client uses TLS, the node's JMX does not. */
        NO_TLS("expected JMX over TLS, found a port without it", "Omit --ssl, or enable TLS on the node."),
        /** No certificate of the trust store signed the node's certificate. */
        NODE_NOT_TRUSTED(
                "expected a node's certificate that the trust store confirms, found another one",
                "Set javax.net.ssl.trustStore."),
        /** The node requires a client certificate and received none, or one that it does not trust. */
        CERTIFICATE_REFUSED(
                "the node ended the TLS handshake: it refuses this client's certificate, or requires one",
                "Set javax.net.ssl.keyStore.");

        private final String finding;
        private final String remedy;

        Cause(String finding, String remedy) {
            this.finding = finding;
            this.remedy = remedy;
        }
    }

    private final Cause reason;

    JmxException(String address, Cause reason, Throwable failure) {
        super(address + ": " + reason.finding + " (" + text(failure) + "). " + reason.remedy, failure);
        this.reason = reason;
    }

    /** The cause of the refusal. */
    public Cause reason() {
        return reason;
    }

    /**
     * The cause of a failed connection.
     *
     * @param usesTls whether the client uses TLS
     */
    static Cause cause(Throwable failure, boolean usesTls) {
        if (find(failure, SecurityException.class)) {
            return Cause.LOGIN_REFUSED;
        }
        String text = text(failure).toLowerCase(Locale.ROOT);
        boolean isTlsFailure = find(failure, SSLException.class);
        if (!usesTls) {
            if (isTlsFailure) {
                return Cause.TLS_REQUIRED;
            }
            return text.contains("non-jrmp") ? Cause.OTHER_PROTOCOL : Cause.NO_ANSWER;
        }
        // A port without TLS closes the connection at the first message, or answers it with another protocol.
        boolean isUnanswered = find(failure, SSLHandshakeException.class) && find(failure, EOFException.class);
        if (isUnanswered || text.contains("unrecognized ssl message")) {
            return Cause.NO_TLS;
        }
        if (find(failure, CertificateException.class) || text.contains("trustanchors")) {
            return Cause.NODE_NOT_TRUSTED;
        }
        // With TLS 1.3 the node checks the client's certificate after the client's last message, and then closes the
        // socket.
        boolean isClosed = find(failure, EOFException.class)
                || (find(failure, SocketException.class) && !find(failure, ConnectException.class));
        return isTlsFailure || isClosed ? Cause.CERTIFICATE_REFUSED : Cause.NO_ANSWER;
    }

    /** The message of the innermost cause, in one line. */
    public static String text(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return Objects.requireNonNullElse(deepest.getMessage(), deepest.toString())
                .strip()
                .replaceAll("\\s*\\R\\s*", " ");
    }

    private static boolean find(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
