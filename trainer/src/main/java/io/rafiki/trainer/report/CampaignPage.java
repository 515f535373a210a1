package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.CampaignResult;
import io.rafiki.trainer.analysis.Finding;
import io.rafiki.trainer.analysis.MeasuredExtremes;
import io.rafiki.trainer.analysis.PairedVerification;
import io.rafiki.trainer.analysis.PredictedGains;
import io.rafiki.trainer.analysis.StrongestInteraction;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The result of a campaign as a page: the figures and tables of the paper. */
public final class CampaignPage {

    private final CampaignResult result;
    private final ZoneId zone;
    private final List<Section> sections = new ArrayList<>();

    /**
     * A section of the page.
     *
     * @param omission why there is no content; null if there is
     * @param content null if it is omitted
     */
    private record Section(String title, String omission, Object content) {}

    /** The data of {@code campaign.mustache}. */
    private record View(
            String name,
            String trials,
            String knobs,
            Section gains,
            Section byCost,
            Section fronts,
            Section verification,
            Section extremes,
            Section screening,
            Section shares,
            Section ablation,
            Section interaction,
            Section heldOut,
            Section learningCurve,
            Section configurationErrors,
            Section workloadErrors,
            Section variation,
            Section dropped,
            Section environment) {}

    private record GainsView(
            Chart chart,
            boolean isVerified,
            List<String> different,
            boolean isSameTrials,
            DataTable table,
            DataTable means) {}

    private record FrontsView(DataTable table, String rate) {}

    private record VerificationView(
            DataTable table,
            DataTable latencies,
            int exact,
            long compared,
            List<String> notes,
            boolean hasSingleTrials,
            List<String> single,
            String trials,
            String drift,
            DataTable differences) {}

    private record ExtremesView(DataTable table, String tooFew, int fewest) {}

    private record AblationView(String reads, DataTable table) {}

    private record InteractionView(Chart chart, DataTable table, String strength) {}

    private record VariationView(
            DataTable table, String states, String drift, boolean isCorrected, DataTable sessions) {}

    private record DroppedView(DataTable account, DataTable table) {}

    /** @param zone of the times on the page */
    public CampaignPage(CampaignResult result, ZoneId zone) {
        this.result = result;
        this.zone = zone;
    }

    /** The page: one file that needs no other. */
    public String html() {
        return Templates.page("campaign", view());
    }

    /** For each section a line for a terminal: included, or omitted with the reason. */
    public List<String> summary() {
        view();
        return sections.stream()
                .map(section -> section.omission() == null
                        ? "included  " + section.title()
                        : "omitted   " + section.title() + ": " + section.omission())
                .toList();
    }

    /** For each verified latency at the rate of the plan a line for a terminal. */
    public List<String> latencies() {
        return result.verification().value().stream()
                .flatMap(found -> CampaignText.latencies(found.latencies()).stream())
                .toList();
    }

    private View view() {
        sections.clear();
        return new View(
                result.name(),
                result.trials(),
                result.knobs(),
                section("Figure 4: baseline and Rafiki's choice over read ratios", result.gains(), this::gains),
                section("Gains by change cost", result.byCost(), CampaignTables::byCost),
                section(
                        "Throughput against p99 at the open-loop rate",
                        result.fronts(),
                        fronts -> new FrontsView(CampaignTables.fronts(fronts), HumanUnits.throughput(fronts.rate()))),
                section(
                        "Verification: choices measured in pairs with the baseline",
                        result.verification(),
                        this::verification),
                section(
                        "Table 1: greatest, baseline and least measured throughput",
                        result.extremes(),
                        extremes -> new ExtremesView(
                                CampaignTables.extremes(extremes),
                                extremes.tooFew().isEmpty() ? null : CampaignText.reads(extremes.tooFew()),
                                MeasuredExtremes.FEWEST)),
                section("Figure 5: key knobs", result.screening(), ScreeningPage.Figure::of),
                section("Share of each knob in the predicted variation", result.shares(), CampaignTables::shares),
                section(
                        "Ablation: the predicted gain of each knob",
                        result.ablation(),
                        ablation -> new AblationView(
                                WorkloadText.reads(ablation.workload()), CampaignTables.ablation(ablation))),
                interaction(),
                errors(
                        "Table 2: errors for held-out configurations and workloads",
                        "the data permit to hold out neither configurations nor workloads.",
                        HeldOutErrors::table),
                errors(
                        "Figure 7: error against the number of training trials",
                        "the campaign has too few trials for more than one size.",
                        HeldOutErrors::learningCurve),
                errors(
                        "Figure 8: errors for held-out configurations",
                        "the campaign has too few configurations to hold out a quarter of them.",
                        HeldOutErrors::ofConfigurations),
                errors(
                        "Figure 9: errors for held-out workloads",
                        "the campaign has too few workloads to hold out a quarter of them.",
                        HeldOutErrors::ofWorkloads),
                section(
                        "Noise and drift",
                        result.variation(),
                        variation -> new VariationView(
                                VariationTables.noise(variation),
                                variation.states(),
                                variation.drift(),
                                variation.isCorrected(),
                                VariationTables.sessions(variation, zone))),
                shown(
                        "Used and dropped trials",
                        new DroppedView(
                                CampaignTables.account(result.account()),
                                result.account().dropped().isEmpty()
                                        ? null
                                        : CampaignTables.dropped(
                                                result.account().dropped()))),
                shown("Environment", CampaignTables.environment(result)));
    }

    private GainsView gains(PredictedGains gains) {
        return new GainsView(
                CampaignCharts.gains(gains),
                !gains.verified().isEmpty(),
                gains.different().stream().map(CampaignText::different).toList(),
                gains.isSameTrials(),
                CampaignTables.gains(gains),
                CampaignTables.meanGains(gains));
    }

    private VerificationView verification(PairedVerification verification) {
        return new VerificationView(
                VerificationTables.throughputs(verification),
                VerificationTables.latencies(verification.latencies()),
                PairedVerification.EXACT,
                verification.compared(),
                CampaignText.notes(verification),
                !verification.single().isEmpty(),
                CampaignText.single(verification),
                verification.trials(),
                verification.drift(),
                VerificationTables.differences(verification.environment(), result.environment()));
    }

    private Section interaction() {
        String title = "Figure 6: two knobs that interact";
        Optional<StrongestInteraction> weak =
                result.interaction().value().filter(found -> !found.pair().isDistinguishable());
        if (weak.isPresent()) {
            return add(new Section(
                    title,
                    "no interaction exceeds twice its uncertainty. The strongest: " + CampaignText.strength(weak.get()),
                    null));
        }
        return section(
                title,
                result.interaction(),
                found -> new InteractionView(
                        CampaignCharts.interaction(found.pair()),
                        CampaignTables.interaction(found.pair()),
                        CampaignText.strength(found)));
    }

    private Section errors(String title, String omission, Function<ValidationResult, Optional<Object>> content) {
        if (result.errors().value().isPresent()) {
            Optional<Object> found = content.apply(result.errors().value().get());
            return found.isPresent() ? shown(title, found.get()) : add(new Section(title, omission, null));
        }
        return section(title, result.errors(), errors -> errors);
    }

    private <T> Section section(String title, Finding<T> finding, Function<T, Object> content) {
        return finding.value().isPresent()
                ? shown(title, content.apply(finding.value().get()))
                : add(new Section(
                        title, CampaignText.omission(finding.omission().orElseThrow()), null));
    }

    private Section shown(String title, Object content) {
        return add(new Section(title, null, content));
    }

    private Section add(Section section) {
        sections.add(section);
        return section;
    }
}
