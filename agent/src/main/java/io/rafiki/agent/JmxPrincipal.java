package io.rafiki.agent;

import java.security.AccessController;
import java.security.Principal;
import java.util.stream.Collectors;
import javax.security.auth.Subject;

/** Who says a verb: the principals that JMX has authenticated on the calling thread. */
final class JmxPrincipal {

    private JmxPrincipal() {}

    /** Their names; {@code a human} where JMX asks nobody who they are. */
    @SuppressWarnings("removal") // JDK 17 has no other way; Subject.current came with JDK 18
    static String name() {
        Subject subject = Subject.getSubject(AccessController.getContext());
        String names = subject == null
                ? ""
                : subject.getPrincipals().stream()
                        .map(Principal::getName)
                        .sorted()
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "a human" : names;
    }
}
