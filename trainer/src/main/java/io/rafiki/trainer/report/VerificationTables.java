package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.PairedVerification;
import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.statistics.PValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The tables of a verification. */
final class VerificationTables {

    private VerificationTables() {}

    static DataTable throughputs(PairedVerification verification) {
        return DataTable.of(
                        "Verified configurations",
                        Column.text(CampaignTables.READS),
                        Column.text("choice of"),
                        Column.wide("configuration"),
                        Column.number("pairs"),
                        Column.number("mean, ops/s"),
                        Column.number("compared with the baseline"),
                        Column.number("p"),
                        Column.text("verdict"))
                .rows(
                        verification.rows(),
                        row -> List.of(
                                WorkloadText.percent(row.workload()),
                                row.label(),
                                row.configuration().differencesFromDefaults(),
                                pairs(row),
                                HumanUnits.count(row.mean()),
                                row.pairs() < 2 ? HumanUnits.ABSENT : Format.change(row.gain()),
                                PValue.text(row.p()),
                                CampaignText.verdict(row, verification.compared())));
    }

    /** The p99 at the rate of the plan; null if the trials had none. */
    static DataTable latencies(List<VerificationRow> rows) {
        return rows.isEmpty()
                ? null
                : DataTable.of(
                                "Verified latencies at the rate of the plan",
                                Column.text(CampaignTables.READS),
                                Column.text("choice of"),
                                Column.wide("configuration"),
                                Column.number("pairs"),
                                Column.number("median p99 of the baseline, us"),
                                Column.number("median p99, us"),
                                Column.number("median change"),
                                Column.number("p"),
                                Column.text("verdict"))
                        .rows(
                                rows,
                                row -> List.of(
                                        WorkloadText.percent(row.workload()),
                                        row.label(),
                                        row.configuration().differencesFromDefaults(),
                                        pairs(row),
                                        HumanUnits.count(row.baselineMedian()),
                                        HumanUnits.count(row.median()),
                                        Format.change(row.change()),
                                        PValue.text(row.p()),
                                        CampaignText.verdict(row, PairedVerification.compared(rows))));
    }

    private static String pairs(VerificationRow row) {
        return row.pairs() + (row.pairs() < row.planned() ? " of " + row.planned() : "");
    }

    /** What differs between the environments of verification and campaign; null if nothing does. */
    static DataTable differences(Map<String, String> verification, Map<String, String> campaign) {
        Set<String> names = new LinkedHashSet<>(verification.keySet());
        names.addAll(campaign.keySet());
        names.remove("driftCorrected");
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
