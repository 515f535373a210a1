package io.rafiki.agent;

import java.security.AccessController;
import java.security.Principal;
import java.util.stream.Collectors;
import javax.security.auth.Subject;

/** The operator of a command: the principals that JMX has authenticated on the calling thread. */
final class JmxPrincipal {

    private JmxPrincipal() {}

    /** The names; {@code an operator} without JMX authentication. */
    @SuppressWarnings("removal") // JDK 17 has no other way; Subject.current came with JDK 18
    static String name() {
        Subject subject = Subject.getSubject(AccessController.getContext());
        String names = subject == null
                ? ""
                : subject.getPrincipals().stream()
                        .map(Principal::getName)
                        .sorted()
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "an operator" : names;
    }
}
