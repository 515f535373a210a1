package io.rafiki.trainer.report;

import io.rafiki.model.Provenance;
import io.rafiki.trainer.analysis.MeanDebt;
import io.rafiki.trainer.analysis.PairedVerification;
import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.format.DebtText;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.statistics.PValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The tables of a verification. */
final class VerificationTables {

    private VerificationTables() {}

    static DataTable throughputs(PairedVerification verification) {
        boolean hasDebt =
                verification.rows().stream().anyMatch(row -> row.debt().isPresent());
        List<String> titles = new ArrayList<>(List.of("mean, ops/s", "compared with the baseline"));
        if (hasDebt) {
            titles.addAll(DebtText.columnsBesideBaseline());
        }
        return table("Verified configurations", titles, verification.rows(), row -> {
            List<String> cells = new ArrayList<>(List.of(
                    HumanUnits.count(row.mean()), row.pairs() < 2 ? HumanUnits.ABSENT : Format.change(row.change())));
            if (hasDebt) {
                cells.addAll(DebtText.besideBaseline(debt(row.debt()), debt(row.baselineDebt())));
            }
            return cells;
        });
    }

    private static List<String> debt(Optional<MeanDebt> debt) {
        return DebtText.cells(
                debt.map(MeanDebt::sstables).orElse(Double.NaN),
                debt.map(MeanDebt::pending).orElse(Double.NaN));
    }

    /** The p99 at the rate of the plan; null if the trials had none. */
    static DataTable latencies(List<VerificationRow> rows) {
        return rows.isEmpty()
                ? null
                : table(
                        "Verified latencies at the rate of the plan",
                        List.of("median p99 of the baseline, us", "median p99, us", "median change"),
                        rows,
                        row -> List.of(
                                HumanUnits.p99(row.baselineMedian()),
                                HumanUnits.p99(row.median()),
                                Format.change(row.change())));
    }

    /**
     * A table of the pairs of one metric.
     *
     * @param titles of the columns between the number of pairs and p
     * @param cells of these columns
     */
    private static DataTable table(
            String label,
            List<String> titles,
            List<VerificationRow> rows,
            Function<VerificationRow, List<String>> cells) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(CampaignTables.READS),
                Column.text("choice of"),
                Column.wide("configuration"),
                Column.number("pairs")));
        titles.forEach(title -> columns.add(Column.number(title)));
        columns.addAll(List.of(Column.number("p"), Column.text("verdict")));
        long compared = PairedVerification.compared(rows);
        return DataTable.of(label, columns).rows(rows, row -> {
            List<String> all = new ArrayList<>(List.of(
                    WorkloadText.percent(row.workload()),
                    row.label(),
                    row.configuration().differencesFromDefaults(),
                    pairs(row)));
            all.addAll(cells.apply(row));
            all.addAll(List.of(PValue.text(row.p()), CampaignText.verdict(row, compared)));
            return all;
        });
    }

    private static String pairs(VerificationRow row) {
        return row.pairs() + (row.pairs() < row.planned() ? " of " + row.planned() : "");
    }

    /** What differs between the environments of verification and campaign; null if nothing does. */
    static DataTable differences(Map<String, String> verification, Map<String, String> campaign) {
        Set<String> names = new LinkedHashSet<>(verification.keySet());
        names.addAll(campaign.keySet());
        names.removeAll(Set.of("driftCorrected", "statesCorrected"));
        names.remove(Provenance.NOT_CARRIED_AT);
        names.removeIf(name -> Objects.equals(verification.get(name), campaign.get(name)));
        return names.isEmpty()
                ? null
                : DataTable.of(
                                "Differences between the environments of verification and campaign",
                                Column.text("different in"),
                                Column.wide("verification"),
                                Column.wide("campaign"))
                        .rows(
                                names,
                                name -> List.of(
                                        name,
                                        verification.getOrDefault(name, HumanUnits.ABSENT),
                                        campaign.getOrDefault(name, HumanUnits.ABSENT)));
    }
}
