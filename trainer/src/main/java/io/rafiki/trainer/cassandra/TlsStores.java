package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Key store and trust store of a TLS client, with the names and the defaults of the JDK.
 *
 * @param properties values by name, such as {@code javax.net.ssl.trustStore}
 */
public record TlsStores(Map<String, String> properties) {

    private static final String KEY_STORE = "javax.net.ssl.keyStore";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final List<String> RMI =
            List.of("javax.rmi.ssl.client.enabledCipherSuites", "javax.rmi.ssl.client.enabledProtocols");
    /** The environment variables of the stores' passwords. */
    private static final Map<String, String> VARIABLES = Map.of(
            KEY_STORE + "Password", "RAFIKI_JMX_KEYSTORE_PASSWORD",
            TRUST_STORE + "Password", "RAFIKI_JMX_TRUSTSTORE_PASSWORD");

    private static final Pattern SETTING = Pattern.compile("(?:-D)?([\\w.]+)=(.*)");

    /** The RMI classes of the JDK take the process's default, and keep it from their first connection on. */
    private static Optional<TlsStores> installed = Optional.empty();

    public TlsStores {
        properties = Map.copyOf(properties);
    }

    /**
     * Collects the settings: system properties first, then environment variables, then the file.
     *
     * @param file nodetool's file {@code ~/.cassandra/nodetool-ssl.properties}, which can be missing
     * @param system system properties
     * @param environment environment variables
     * @throws IOException with one line, if the file contains something else
     */
    public static TlsStores read(Path file, UnaryOperator<String> system, UnaryOperator<String> environment)
            throws IOException {
        Map<String, String> properties = new HashMap<>();
        if (Files.exists(file)) {
            properties.putAll(settings(file));
        }
        for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
            put(properties, variable.getKey(), environment.apply(variable.getValue()));
        }
        for (String store : List.of(KEY_STORE, TRUST_STORE)) {
            for (String suffix : List.of("", "Password", "Type")) {
                put(properties, store + suffix, system.apply(store + suffix));
            }
        }
        return new TlsStores(properties);
    }

    private static void put(Map<String, String> properties, String name, String value) {
        if (value != null) {
            properties.put(name, value);
        }
    }

    /** The settings of a file for nodetool: words of the form {@code -Dname=value}. */
    private static Map<String, String> settings(Path file) throws IOException {
        Map<String, String> settings = new HashMap<>();
        List<String> lines = TextLines.read(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            for (String word : line.split("\\s+", -1)) {
                Matcher setting = SETTING.matcher(word);
                if (!setting.matches()) {
                    throw new DatastoreException(file + ":" + (i + 1)
                            + ": expected -Dname=value, found another word. Correct the line as for nodetool.");
                }
                settings.put(setting.group(1), setting.group(2));
            }
        }
        return settings;
    }

    /**
     * Makes the stores the default of this process.
     *
     * @throws IOException with one line, if a store cannot be read
     * @throws IllegalStateException if this process uses other stores already
     */
    void install() throws IOException {
        synchronized (TlsStores.class) {
            if (installed.isPresent()) {
                if (!installed.get().equals(this)) {
                    throw new IllegalStateException("JMX: expected the same TLS stores for all nodes, found others.");
                }
                return;
            }
            SSLContext.setDefault(context());
            RMI.stream()
                    .filter(properties::containsKey)
                    .forEach(name -> System.setProperty(name, properties.get(name)));
            installed = Optional.of(this);
        }
    }

    private SSLContext context() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(), trusted(), null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new DatastoreException("JMX: TLS cannot be used: " + JmxException.text(failure), failure);
        }
    }

    /** Null, that is no client certificate, if no key store is set. */
    private KeyManager[] keys() throws IOException, GeneralSecurityException {
        if (!properties.containsKey(KEY_STORE)) {
            return null;
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store(KEY_STORE), password(KEY_STORE));
        return keys.getKeyManagers();
    }

    /** Null, that is the JDK's certificate authorities, if no trust store is set. */
    private TrustManager[] trusted() throws IOException, GeneralSecurityException {
        if (!properties.containsKey(TRUST_STORE)) {
            return null;
        }
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(store(TRUST_STORE));
        return trusted.getTrustManagers();
    }

    private KeyStore store(String name) throws IOException, GeneralSecurityException {
        Path file = Path.of(properties.get(name));
        if (!Files.isReadable(file)) {
            throw new DatastoreException(
                    file + ": expected the store of " + name + ", found no readable file. Correct the path.");
        }
        KeyStore store = KeyStore.getInstance(properties.getOrDefault(name + "Type", KeyStore.getDefaultType()));
        try (var bytes = Files.newInputStream(file)) {
            store.load(bytes, password(name));
        } catch (IOException failure) {
            String finding = failure.getCause() instanceof UnrecoverableKeyException
                    ? "a wrong password"
                    : JmxException.text(failure);
            throw new DatastoreException(
                    file + ": expected the store of " + name + ", found " + finding + ". " + passwordRemedy(name),
                    failure);
        }
        // a PKCS 12 store without its password appears empty
        if (store.size() == 0) {
            throw new DatastoreException(
                    file + ": expected a certificate in the store, found none. " + passwordRemedy(name));
        }
        return store;
    }

    private static String passwordRemedy(String name) {
        return "Set " + name + "Password in nodetool-ssl.properties, or " + VARIABLES.get(name + "Password") + ".";
    }

    private char[] password(String store) {
        String password = properties.get(store + "Password");
        return password == null ? null : password.toCharArray();
    }

    /** The names without the values, which contain passwords. */
    @Override
    public String toString() {
        return properties.keySet().toString();
    }
}
