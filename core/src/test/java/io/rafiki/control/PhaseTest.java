package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of transitions. */
class PhaseTest {

    @Test
    void anInvalidTransitionThrows() {
        assertThatThrownBy(() -> Phase.WATCHING.to(Phase.STOPPED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("control loop: a transition from watching to stopped is invalid.");
        assertThatThrownBy(() -> Phase.STOPPING.to(Phase.APPLYING)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Phase.ROLLING_BACK.to(Phase.APPLYING)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Phase.STOPPED.to(Phase.APPLYING)).isInstanceOf(IllegalStateException.class);
    }

    /** No phase is a dead end, and a stop is possible in each. */
    @ParameterizedTest
    @EnumSource(Phase.class)
    void everyPhaseCanReachEveryOther(Phase start) {
        Set<Phase> reached = EnumSet.of(start);
        Deque<Phase> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            Phase from = open.pop();
            for (Phase next : Phase.values()) {
                if (isValid(from, next) && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(Phase.values());
        assertThat(isValid(start, Phase.STOPPING)).isTrue();
    }

    private static boolean isValid(Phase from, Phase next) {
        try {
            return from.to(next) == next;
        } catch (IllegalStateException invalid) {
            return false;
        }
    }
}
