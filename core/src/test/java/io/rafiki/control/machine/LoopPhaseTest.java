package io.rafiki.control.machine;

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
class LoopPhaseTest {

    @Test
    void anInvalidTransitionThrows() {
        assertThatThrownBy(() -> LoopPhase.WATCHING.to(LoopPhase.STOPPED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("control loop: a transition from watching to stopped is invalid.");
        assertThatThrownBy(() -> LoopPhase.STOPPING.to(LoopPhase.APPLYING)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> LoopPhase.ROLLING_BACK.to(LoopPhase.APPLYING))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> LoopPhase.STOPPED.to(LoopPhase.APPLYING)).isInstanceOf(IllegalStateException.class);
    }

    /** No phase is a dead end, and a stop is possible in each. */
    @ParameterizedTest
    @EnumSource(LoopPhase.class)
    void everyPhaseCanReachEveryOther(LoopPhase start) {
        Set<LoopPhase> reached = EnumSet.of(start);
        Deque<LoopPhase> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            LoopPhase from = open.pop();
            for (LoopPhase next : LoopPhase.values()) {
                if (isValid(from, next) && reached.add(next)) {
                    open.push(next);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(LoopPhase.values());
        assertThat(isValid(start, LoopPhase.STOPPING)).isTrue();
    }

    private static boolean isValid(LoopPhase from, LoopPhase next) {
        try {
            return from.to(next) == next;
        } catch (IllegalStateException invalid) {
            return false;
        }
    }
}
