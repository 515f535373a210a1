package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivilegedAction;
import java.util.Set;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.junit.jupiter.api.Test;

class JmxPrincipalTest {

    @Test
    @SuppressWarnings("removal") // as JMX hands a login on in JDK 17
    void theCallerIsWhomJmxHasAuthenticated() {
        Subject subject = new Subject(true, Set.of(new JMXPrincipal("alice")), Set.of(), Set.of());
        assertThat(Subject.doAs(subject, (PrivilegedAction<String>) JmxPrincipal::name))
                .isEqualTo("alice");
        assertThat(JmxPrincipal.name()).isEqualTo("an operator");
    }
}
