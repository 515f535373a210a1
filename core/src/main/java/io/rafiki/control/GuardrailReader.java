package io.rafiki.control;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.decision.Budget;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.knob.ChangeCost;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code guardrails} of rafiki.yaml, and {@code allowed_costs}. */
public final class GuardrailReader {

    private GuardrailReader() {}

    /** The guardrails of a rafiki.yaml without any key. */
    public static GuardrailConfig standard() {
        try {
            return read(YamlSection.parse("built in", "{}"));
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    /** @throws ConfigException with one line: file, line, expectation, finding */
    static GuardrailConfig read(YamlSection file) throws ConfigException {
        Optional<YamlSection> guardrails = file.optionalSection("guardrails");
        YamlSection section = guardrails.isPresent() ? guardrails.get() : YamlSection.parse(file.file(), "{}");
        section.allow(
                "min_operations",
                "min_gain",
                "kappa",
                "cool_down",
                "max_changes_per_hour",
                "max_rewrites_per_day",
                "min_read_ratio_change",
                "max_drift",
                "observation_period",
                "regression_threshold",
                "after_restart",
                "external_change_hold",
                "max_pending_compactions",
                "max_gc_share",
                "payback_horizon",
                "rewrite_rate",
                "rewrite_throughput_loss",
                "provenance",
                "quiet_hours",
                "quiet_hours_zone");
        return new GuardrailConfig(
                section.integer("min_operations", 1, 1_000_000_000, 1_000),
                section.number("min_gain", 0, 10, GuardrailConfig.MIN_GAIN),
                section.number("kappa", 0, 10, 2),
                within(section, "cool_down", Duration.ofMinutes(1), Duration.ZERO, Duration.ofDays(1)),
                new ChangeTest(section.number("min_read_ratio_change", 0.01, 0.5, 0.05), ChangeTest.STANDARD.z()),
                new StationarityTest(section.number("max_drift", 0.01, 100, 0.15), StationarityTest.ERRORS),
                new RewriteCostLimits(
                        within(section, "payback_horizon", Duration.ofHours(1), Duration.ZERO, Duration.ofDays(30)),
                        rate(section),
                        section.number("rewrite_throughput_loss", 0, 1, 0.5)),
                section.choice("provenance", Provenance.class, Provenance.STRICT) == Provenance.STRICT,
                costs(file),
                new Budget(
                        (int) section.integer("max_changes_per_hour", 0, 1_000, Budget.STANDARD.maxChangesPerHour()),
                        (int) section.integer("max_rewrites_per_day", 0, 1_000, Budget.STANDARD.maxRewritesPerDay())),
                new RegressionLimits(
                        within(section, "observation_period", Duration.ofMinutes(5), Duration.ZERO, Duration.ofDays(1)),
                        section.number("regression_threshold", 0, 10, 0.1)),
                new HealthLimits(
                        (int) section.integer(
                                "max_pending_compactions", 0, 1_000_000, HealthLimits.STANDARD.pendingCompactions()),
                        section.number("max_gc_share", 0, 1, HealthLimits.STANDARD.maxGcShare())),
                within(section, "after_restart", Duration.ofMinutes(15), Duration.ZERO, Duration.ofDays(1)),
                within(section, "external_change_hold", Duration.ofDays(1), Duration.ZERO, Duration.ofDays(365)),
                quietHours(section));
    }

    private static QuietHours quietHours(YamlSection section) throws ConfigException {
        ZoneId zone;
        try {
            zone = ZoneId.of(
                    section.text("quiet_hours_zone", ZoneId.systemDefault().getId()));
        } catch (DateTimeException unknown) {
            throw section.wrong("quiet_hours_zone", "a time zone such as Europe/Berlin or UTC");
        }
        try {
            return QuietHours.parse(section.texts("quiet_hours", List.of()), zone);
        } catch (IllegalArgumentException invalid) {
            throw section.refused("quiet_hours", invalid.getMessage());
        }
    }

    private static Set<ChangeCost> costs(YamlSection file) throws ConfigException {
        if (file.keys().contains("allowed_costs") && !file.has("allowed_costs")) {
            throw file.refused(
                    "allowed_costs", "expected change costs, found nothing. Write [] for none, or remove the key.");
        }
        Set<ChangeCost> costs = Set.copyOf(
                file.choices("allowed_costs", ChangeCost.class, List.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA)));
        if (costs.contains(ChangeCost.NEXT_START)) {
            throw file.refused(
                    "allowed_costs",
                    "expected instant, new_data or rewrites_data, found next_start. Remove it: the agent never makes"
                            + " changes that need a restart.");
        }
        return costs;
    }

    /** Bytes a second. */
    private static double rate(YamlSection section) throws ConfigException {
        long bytes = section.bytes("rewrite_rate", 4L << 20);
        if (bytes < 1 << 20) {
            throw section.wrong("rewrite_rate", "at least 1MiB, the bytes rewritten per second");
        }
        return (double) bytes;
    }

    /** A duration between two limits. */
    static Duration within(YamlSection section, String key, Duration fallback, Duration least, Duration most)
            throws ConfigException {
        Duration value = section.duration(key, fallback);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw section.wrong(key, "a duration " + text(least) + ".." + text(most));
        }
        return value;
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    /** What a model from another kind of node may do. */
    private enum Provenance {
        STRICT,
        WARN
    }
}
