package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.RewriteObstacle.RewriteBudgetSpent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
    private final Budget budget = new Budget(2, 1);

    @Test
    void allowsTheRemainingBudget() {
        assertThat(budget.violation(spent(NOW.minusSeconds(10)), NOW)).isEmpty();
        assertThat(budget.rewriteViolation(new ChangeCounts(List.of(NOW), List.of()), NOW))
                .isEmpty();
    }

    @Test
    void reportsWhenTheNextChangeIsAllowed() {
        assertThat(budget.violation(spent(NOW.minusSeconds(3_000), NOW.minusSeconds(100)), NOW))
                .contains(new ChangeBudgetSpent(2, Optional.of(Duration.ofMinutes(10))));
        assertThat(budget.violation(spent(NOW.minusSeconds(3_590), NOW.minusSeconds(100), NOW.minusSeconds(50)), NOW))
                .as("one is more than allowed: it waits for the second")
                .contains(new ChangeBudgetSpent(2, Optional.of(Duration.ofSeconds(3_500))));
        assertThat(budget.rewriteViolation(new ChangeCounts(List.of(), List.of(NOW.minusSeconds(3_600))), NOW))
                .contains(new RewriteBudgetSpent(1, Optional.of(Duration.ofHours(23))));
    }

    @Test
    void ignoresOldChanges() {
        assertThat(budget.violation(spent(NOW.minusSeconds(3_600), NOW.minusSeconds(3_599)), NOW))
                .isEmpty();
        assertThat(budget.rewriteViolation(new ChangeCounts(List.of(), List.of(NOW.minusSeconds(86_400))), NOW))
                .isEmpty();
    }

    @Test
    void mayAllowNone() {
        assertThat(new Budget(4, 0).rewriteViolation(ChangeCounts.NOTHING, NOW))
                .contains(new RewriteBudgetSpent(0, Optional.empty()));
    }

    private static ChangeCounts spent(Instant... moments) {
        return new ChangeCounts(List.of(moments), List.of());
    }
}
