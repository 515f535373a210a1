package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
    private final Budget budget = new Budget(2, 1);

    @Test
    void allowsWhatIsLeft() {
        assertThat(budget.objection(spent(NOW.minusSeconds(10)), NOW)).isEmpty();
        assertThat(budget.objectionToRewriting(new Spent(List.of(NOW), List.of()), NOW))
                .isEmpty();
    }

    @Test
    void saysWhenTheNextMayCome() {
        assertThat(budget.objection(spent(NOW.minusSeconds(3_000), NOW.minusSeconds(100)), NOW))
                .contains("budget of 2 changes an hour is spent: the next may come in 10 min");
        assertThat(budget.objection(spent(NOW.minusSeconds(3_590), NOW.minusSeconds(100), NOW.minusSeconds(50)), NOW))
                .as("one is more than allowed: it waits for the second")
                .contains("budget of 2 changes an hour is spent: the next may come in 58 min");
        assertThat(budget.objectionToRewriting(new Spent(List.of(), List.of(NOW.minusSeconds(3_600))), NOW))
                .contains("budget of 1 changes a day that rewrite data is spent: the next may come in 23 h");
    }

    @Test
    void forgetsWhatLiesBehind() {
        assertThat(budget.objection(spent(NOW.minusSeconds(3_600), NOW.minusSeconds(3_599)), NOW))
                .isEmpty();
        assertThat(budget.objectionToRewriting(new Spent(List.of(), List.of(NOW.minusSeconds(86_400))), NOW))
                .isEmpty();
    }

    @Test
    void mayAllowNone() {
        assertThat(new Budget(4, 0).objectionToRewriting(Spent.NOTHING, NOW))
                .contains("budget of 0 changes a day that rewrite data is spent: none is allowed");
    }

    private static Spent spent(Instant... moments) {
        return new Spent(List.of(moments), List.of());
    }
}
