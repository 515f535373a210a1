package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a plan file into a {@link CampaignPlan}; every key is checked, with its line in the message. */
final class PlanReader {

    private static final double MAX_BACKGROUND_CPU = 0.05;

    /** With fewer good trials there is no model to choose by. */
    private static final int LEAST_START = 20;

    private static final long MIB = 1024L * 1024;

    private PlanReader() {}

    static CampaignPlan plan(YamlSection file) throws ConfigException {
        file.allow(
                "name",
                "seed",
                "trials",
                "active",
                "screen",
                "read_ratio",
                "defaults",
                "data",
                "client",
                "node",
                "time",
                "max_background_cpu",
                "knobs",
                "configurations",
                "blocked");
        if (file.has("screen")) {
            return screening(file);
        }
        YamlSection readRatio = file.section("read_ratio");
        readRatio.allow("min", "max");
        double lowest = readRatio.number("min", 0, 1);
        Optional<YamlSection> active = file.optionalSection("active");
        if (active.isPresent()) {
            active.get().allow("start", "budget");
            for (String fixed : List.of("trials", "blocked")) {
                if (file.has(fixed)) {
                    throw file.refused(fixed, "expected either " + fixed + " or active, found both. Remove one.");
                }
            }
        }
        return new CampaignPlan(
                file.text("name"),
                file.integer("seed", 0, Integer.MAX_VALUE),
                conditions(file),
                knobs(file.section("knobs")),
                active.isPresent()
                        ? (int) active.get().integer("start", LEAST_START, 100_000)
                        : (int) file.integer("trials", 0, 100_000),
                Optional.empty(),
                active(active),
                lowest,
                readRatio.number("max", lowest, 1),
                defaults(file.section("defaults")),
                named(file),
                file.flag("blocked", false));
    }

    /** A screening draws nothing: its values follow from the ranges. */
    private static CampaignPlan screening(YamlSection file) throws ConfigException {
        for (String drawn : List.of("trials", "active", "read_ratio", "configurations", "blocked")) {
            if (file.has(drawn)) {
                throw file.refused(drawn, "expected either screen or " + drawn + ", found both. Remove one.");
            }
        }
        YamlSection section = file.section("screen");
        section.allow("read_ratios", "values", "repeats", "two_level", "levels");
        ScreeningPlan screening = ScreeningPlan.read(section, ratios(section));
        CampaignPlan.Defaults defaults = defaults(file.section("defaults"));
        if (!defaults.readRatios().containsAll(screening.readRatios()) || defaults.repeats() < 2) {
            throw file.refused(
                    "defaults",
                    "expected at least 2 repeats at the read ratios that are screened, " + screening.readRatios()
                            + ", found " + defaults.repeats() + " at " + defaults.readRatios() + ".");
        }
        return new CampaignPlan(
                file.text("name"),
                file.integer("seed", 0, Integer.MAX_VALUE),
                conditions(file),
                knobs(file.section("knobs")),
                0,
                Optional.of(screening),
                Optional.empty(),
                0,
                1,
                defaults,
                List.of(),
                false);
    }

    private static Optional<CampaignPlan.Active> active(Optional<YamlSection> section) throws ConfigException {
        return section.isEmpty()
                ? Optional.empty()
                : Optional.of(new CampaignPlan.Active(
                        section.get(), (int) section.get().integer("budget", 1, 100_000)));
    }

    private static CampaignPlan.Defaults defaults(YamlSection section) throws ConfigException {
        section.allow("read_ratios", "repeats");
        return new CampaignPlan.Defaults(ratios(section), (int) section.integer("repeats", 0, 1000));
    }

    private static List<CampaignPlan.Named> named(YamlSection file) throws ConfigException {
        List<CampaignPlan.Named> named = new ArrayList<>();
        for (YamlSection section : file.sections("configurations")) {
            section.allow("label", "values", "read_ratios", "repeats");
            named.add(new CampaignPlan.Named(
                    section,
                    section.text("label", ""),
                    section.has("values") ? section.textMap("values") : Map.of(),
                    ratios(section),
                    (int) section.integer("repeats", 1, 1000, 1)));
        }
        return named;
    }

    private static List<Double> ratios(YamlSection section) throws ConfigException {
        List<Double> ratios = new ArrayList<>();
        for (String text : section.texts("read_ratios")) {
            ratios.add(ratio(section, text));
        }
        return ratios;
    }

    private static double ratio(YamlSection section, String text) throws ConfigException {
        try {
            double ratio = Double.parseDouble(text);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException notANumber) {
            throw section.refused("read_ratios", "expected numbers 0..1, found " + text + ".");
        }
        throw section.refused("read_ratios", "expected numbers 0..1, found " + text + ".");
    }

    private static TrialConditions conditions(YamlSection file) throws ConfigException {
        YamlSection data = file.section("data");
        data.allow("records", "fields", "field_size", "update_fraction");
        DataSetSpec shape = new DataSetSpec(
                data.integer("records", 1, 10_000_000_000L),
                (int) data.integer("fields", 1, 1000, 1),
                (int) bytes(data, "field_size", 1, 16 * MIB),
                data.number("update_fraction", 0, 100, 0));
        YamlSection client = file.section("client");
        client.allow("threads", "distribution", "reuse_distance");
        YamlSection node = file.section("node");
        node.allow("heap", "memory", "read_iops", "pin");
        YamlSection time = file.section("time");
        time.allow("warm_up", "measurement");
        Optional<Double> reuse = client.has("reuse_distance")
                ? Optional.of((double) client.integer("reuse_distance", 1, shape.records()))
                : Optional.empty();
        Optional<Integer> memory = node.has("memory")
                ? Optional.of((int) (bytes(node, "memory", 256 * MIB, 1L << 40) / MIB))
                : Optional.empty();
        Optional<Integer> readIops = node.has("read_iops")
                ? Optional.of((int) node.integer("read_iops", 100, 10_000_000))
                : Optional.empty();
        return new TrialConditions(
                shape,
                client.text("distribution", "uniform"),
                reuse,
                (int) client.integer("threads", 1, 10_000),
                (int) (bytes(node, "heap", 256 * MIB, 1L << 38) / MIB),
                memory,
                readIops,
                node.flag("pin", true),
                warmUp(time),
                seconds(time, "measurement", 5),
                file.number("max_background_cpu", 0, 1, MAX_BACKGROUND_CPU));
    }

    /** A fixed time, or bounds between which it ends when throughput is stationary. */
    private static WarmUp warmUp(YamlSection time) throws ConfigException {
        if (!time.isSection("warm_up")) {
            return WarmUp.fixed(seconds(time, "warm_up", 1));
        }
        YamlSection bounds = time.section("warm_up");
        bounds.allow("min", "max");
        Duration min = seconds(bounds, "min", 1);
        return new WarmUp(min, seconds(bounds, "max", min.toSeconds() + WarmUp.SHORTEST.toSeconds()));
    }

    private static long bytes(YamlSection section, String key, long least, long most) throws ConfigException {
        long bytes = section.bytes(key);
        if (bytes < least || bytes > most) {
            throw section.wrong(key, "a size of " + least + " to " + most + " bytes");
        }
        return bytes;
    }

    private static Duration seconds(YamlSection section, String key, long least) throws ConfigException {
        Duration duration = section.duration(key);
        if (duration.toSeconds() < least || !duration.equals(Duration.ofSeconds(duration.toSeconds()))) {
            throw section.wrong(key, "whole seconds, at least " + least + "s");
        }
        return duration;
    }

    private static List<KnobRange> knobs(YamlSection section) throws ConfigException {
        List<KnobRange> knobs = new ArrayList<>();
        for (String name : section.keys()) {
            knobs.add(KnobRange.read(section, name));
        }
        return knobs;
    }
}
