package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.BaselineVariation;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.trial.SustainedResult;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables of noise and drift of the baseline. */
final class VariationTables {

    private VariationTables() {}

    static DataTable noise(BaselineVariation variation) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text(CampaignTables.READS),
                Column.number("baseline trials"),
                Column.number("mean, ops/s"),
                Column.number("coefficient of variation")));
        boolean hasStates =
                variation.rows().stream().anyMatch(row -> row.slowest().isPresent());
        if (hasStates) {
            columns.add(Column.text("slowest and fastest state of the files, ops/s"));
        }
        return DataTable.of("Variation of the baseline", columns).rows(variation.rows(), row -> {
            List<String> cells = new ArrayList<>(List.of(
                    WorkloadText.percent(row.workload()),
                    Integer.toString(row.trials()),
                    HumanUnits.count(row.mean()),
                    HumanUnits.percent(row.variation())));
            if (hasStates) {
                cells.add(state(row.slowest()) + ", " + state(row.fastest()));
            }
            return cells;
        });
    }

    /** Rate and size of the sstables, if it was recorded. */
    private static String state(Optional<SustainedResult.State> state) {
        return state.map(known -> HumanUnits.count(known.rate())
                        + (known.liveMiB() == null ? "" : " (" + known.liveMiB() + " MiB)"))
                .orElse(HumanUnits.ABSENT);
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
