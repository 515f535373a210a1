package io.rafiki.trainer.report;

import io.rafiki.trainer.evaluate.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a campaign's page shows of the errors for held-out trials; empty if too few can be held out. */
final class HeldOutErrors {

    private static final String CONFIGURATIONS = "configurations";
    private static final String WORKLOADS = "workloads";

    private record TableView(DataTable table, List<String> treatments) {}

    private record CurveView(List<CurvePart> parts, int repeats) {}

    private record CurvePart(String rule, Chart chart, DataTable table) {}

    private HeldOutErrors() {}

    /** The errors of the ensemble and of one network (Rafiki Table 2). */
    static Optional<Object> table(ValidationResult errors) {
        List<ValidationResult.Section> heldOut = new ArrayList<>();
        errors.section(CONFIGURATIONS).ifPresent(heldOut::add);
        errors.section(WORKLOADS).ifPresent(heldOut::add);
        return heldOut.isEmpty()
                ? Optional.empty()
                : Optional.of(new TableView(ValidationTables.heldOut(heldOut), errors.treatments()));
    }

    /** The errors over the number of training trials (Rafiki Figure 7). */
    static Optional<Object> learningCurve(ValidationResult errors) {
        List<CurvePart> parts = errors.sections().stream()
                .filter(section -> section.sizes().size() > 1)
                .map(section -> new CurvePart(
                        section.rule(),
                        ValidationCharts.learningCurve(section),
                        ValidationTables.learningCurve(section)))
                .toList();
        return parts.isEmpty() ? Optional.empty() : Optional.of(new CurveView(parts, errors.repeats()));
    }

    /** The distribution for held-out configurations (Rafiki Figure 8). */
    static Optional<Object> ofConfigurations(ValidationResult errors) {
        return errors.section(CONFIGURATIONS).flatMap(ValidationPage.Errors::of);
    }

    /** The distribution for held-out workloads (Rafiki Figure 9). */
    static Optional<Object> ofWorkloads(ValidationResult errors) {
        return errors.section(WORKLOADS).flatMap(ValidationPage.Errors::of);
    }
}
