package io.rafiki.trainer.analysis;

import io.rafiki.trainer.trial.DebtSample;
import io.rafiki.trainer.trial.Trial;
import java.util.List;
import java.util.Optional;

/**
 * The mean compaction debt of some trials at the end of their measured parts.
 *
 * @param sstables live sstables of the table
 * @param pending compactions that wait
 */
public record MeanDebt(double sstables, double pending) {

    /** Empty if no trial recorded it. */
    static Optional<MeanDebt> of(List<Trial> trials) {
        List<DebtSample> debts = trials.stream()
                .flatMap(trial -> trial.debtAtEnd().stream())
                .filter(DebtSample::hasCompactions)
                .toList();
        return debts.isEmpty()
                ? Optional.empty()
                : Optional.of(new MeanDebt(
                        debts.stream().mapToLong(DebtSample::sstables).average().orElseThrow(),
                        debts.stream()
                                .mapToLong(DebtSample::pendingTasks)
                                .average()
                                .orElseThrow()));
    }
}
