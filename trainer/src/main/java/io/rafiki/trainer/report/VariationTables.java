package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.BaselineVariation;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of noise and drift of the baseline. */
final class VariationTables {

    private VariationTables() {}

    static DataTable noise(BaselineVariation variation) {
        return DataTable.of(
                        "Variation of the baseline",
                        Column.text(CampaignTables.READS),
                        Column.number("baseline trials"),
                        Column.number("mean, ops/s"),
                        Column.number("coefficient of variation"))
                .rows(
                        variation.rows(),
                        row -> List.of(
                                WorkloadText.percent(row.workload()),
                                Integer.toString(row.trials()),
                                HumanUnits.count(row.mean()),
                                HumanUnits.percent(row.variation())));
    }

    /** The baseline in each session; null without sessions. */
    static DataTable sessions(BaselineVariation variation, ZoneId zone) {
        List<BaselineVariation.SessionVariation> sessions = variation.sessions();
        if (sessions.isEmpty()) {
            return null;
        }
        List<Column> columns = new ArrayList<>(
                List.of(Column.text("session from"), Column.number("trials"), Column.text("processor")));
        sessions.get(0)
                .baseline()
                .keySet()
                .forEach(workload -> columns.add(Column.number("at " + WorkloadText.reads(workload))));
        return DataTable.of("The baseline in each session, ops/s (trials)", columns)
                .rows(sessions, session -> {
                    List<String> row = new ArrayList<>(List.of(
                            Format.time(session.begin(), zone),
                            Integer.toString(session.trials()),
                            session.processor()));
                    session.baseline().values().forEach(level -> row.add(level(level)));
                    return row;
                });
    }

    private static String level(BaselineVariation.Level level) {
        if (level.trials() == 0) {
            return HumanUnits.ABSENT;
        }
        return String.format(Locale.ROOT, "%,.0f (%d)", level.mean(), level.trials())
                + (level.corrected().isPresent()
                        ? "; corrected by "
                                + HumanUnits.signedPercent(level.corrected().getAsDouble())
                        : "");
    }
}
