package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.WarmUp;
import io.rafiki.trainer.trial.WorkloadDrivers;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads a plan file into a {@link CampaignPlan} and checks every key. Messages name its line. */
final class PlanReader {

    private static final double MAX_BACKGROUND_CPU = 0.05;
    private static final double PERCENT = 100;

    /** Limits of a node's processor time, in processors. */
    private static final double LEAST_CPU = 0.1;

    private static final double MOST_CPU = 1024;

    /** Largest number of updates after loading, as a multiple of the rows. */
    private static final double MOST_UPDATES = 100;

    /** Largest share of the drawn trials without a feature. */
    private static final double MOST_ABSENT = 0.95;

    /** A model needs at least this number of valid trials. */
    private static final int LEAST_START = 20;

    /** A choice within this share of the best is near the best. */
    private static final double RACE_MARGIN = 0.05;

    /** Each takes at least half a minute. */
    private static final int MOST_STATES = 20;

    private static final long KIB = 1024L;
    private static final long MIB = 1024L * KIB;

    private PlanReader() {}

    static CampaignPlan plan(YamlSection file) throws ConfigException {
        CampaignPlan plan = read(file);
        if (plan.race().filter(Race.Rule::halve).isPresent()) {
            requireEqualRepeats(file.section("race"), plan);
        }
        Optional<Workload> stated = plan.conditions().statedOperations();
        if (stated.isPresent()) {
            requireOnly(stated.get(), plan, file.section("client"));
        }
        return plan;
    }

    /** Properties of YCSB state the operations, so the trials of the plan can have no others. */
    private static void requireOnly(Workload stated, CampaignPlan plan, YamlSection client) throws ConfigException {
        Optional<Workload> other = Stream.concat(
                        plan.defaults().workloads().stream(),
                        plan.named().stream().flatMap(named -> named.workloads().stream()))
                .filter(workload -> !plan.conditions().permits(workload))
                .findFirst();
        if (plan.trials() > 0 || other.isPresent()) {
            throw client.refused(
                    "properties",
                    "expected fixed trials with their operations, " + stated.pairs() + ", found "
                            + other.map(Workload::pairs).orElse("drawn trials")
                            + ". Correct the workloads, or remove the properties.");
        }
    }

    /** A round of successive halving needs another replicate of each configuration, so their numbers must be equal. */
    private static void requireEqualRepeats(YamlSection race, CampaignPlan plan) throws ConfigException {
        Map<Workload, TreeSet<Integer>> repeats = new TreeMap<>();
        if (plan.defaults().repeats() > 0) {
            for (Workload workload : plan.defaults().workloads()) {
                repeats.computeIfAbsent(workload, first -> new TreeSet<>())
                        .add(plan.defaults().repeats());
            }
        }
        for (CampaignPlan.Named named : plan.named()) {
            for (Workload workload : named.workloads()) {
                repeats.computeIfAbsent(workload, first -> new TreeSet<>()).add(named.repeats());
            }
        }
        Optional<TreeSet<Integer>> unequal =
                repeats.values().stream().filter(each -> each.size() > 1).findFirst();
        if (unequal.isPresent()) {
            throw race.refused(
                    "halve",
                    "expected equal repeats of the baseline and all configurations at a workload, found "
                            + unequal.get().first() + " and " + unequal.get().last()
                            + ". Make them equal, or remove halve.");
        }
    }

    private static CampaignPlan read(YamlSection file) throws ConfigException {
        allow(
                file,
                WorkloadFeature::key,
                "name",
                "seed",
                "trials",
                "active",
                "screen",
                "defaults",
                "data",
                "client",
                "node",
                "time",
                "protocol",
                "max_background_cpu",
                "knobs",
                "configurations",
                "blocked",
                "race");
        if (file.has("screen")) {
            return screening(file);
        }
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
                knobs(file),
                active.isPresent()
                        ? (int) active.get().integer("start", LEAST_START, 100_000)
                        : (int) file.integer("trials", 0, 100_000),
                Optional.empty(),
                active(active),
                workloads(file),
                defaults(file.section("defaults")),
                named(file),
                file.flag("blocked", false),
                race(file));
    }

    private static Optional<Race.Rule> race(YamlSection file) throws ConfigException {
        Optional<YamlSection> section = file.optionalSection("race");
        if (section.isEmpty()) {
            return Optional.empty();
        }
        section.get().allow("keep", "margin", "halve");
        if (!file.flag("blocked", false)) {
            throw file.refused("race", "expected a plan with blocked: true, found one without. Add it.");
        }
        boolean halve = section.get().flag("halve", false);
        if (halve && section.get().has("margin")) {
            throw section.get().refused("margin", "expected either margin or halve, found both. Remove one.");
        }
        return Optional.of(new Race.Rule(
                (int) section.get().integer("keep", 1, 1000, 1),
                section.get().number("margin", 0, 1, RACE_MARGIN),
                halve));
    }

    /** A screening has no drawn trials; its values follow from the ranges. */
    private static CampaignPlan screening(YamlSection file) throws ConfigException {
        List<String> others = new ArrayList<>(List.of("trials", "active", "configurations", "blocked", "race"));
        WorkloadDrivers.features().forEach(feature -> others.add(feature.key()));
        for (String drawn : others) {
            if (file.has(drawn)) {
                throw file.refused(drawn, "expected either screen or " + drawn + ", found both. Remove one.");
            }
        }
        YamlSection section = file.section("screen");
        allow(section, PlanReader::list, "workloads", "values", "repeats", "two_level", "levels", "alone");
        ScreeningPlan screening = ScreeningPlan.read(section, list(section));
        CampaignPlan.Defaults defaults = defaults(file.section("defaults"));
        if (!defaults.workloads().containsAll(screening.workloads()) || defaults.repeats() < 2) {
            throw file.refused(
                    "defaults",
                    "expected at least 2 repeats at the workloads of the screening, " + screening.workloads()
                            + ", found " + defaults.repeats() + " at " + defaults.workloads() + ".");
        }
        return new CampaignPlan(
                file.text("name"),
                file.integer("seed", 0, Integer.MAX_VALUE),
                conditions(file),
                knobs(file),
                0,
                Optional.of(screening),
                Optional.empty(),
                WorkloadSpace.ofReadRatios(0, 1),
                defaults,
                List.of(),
                false,
                Optional.empty());
    }

    private static Optional<CampaignPlan.Active> active(Optional<YamlSection> section) throws ConfigException {
        return section.isEmpty()
                ? Optional.empty()
                : Optional.of(new CampaignPlan.Active(
                        section.get(), (int) section.get().integer("budget", 1, 100_000)));
    }

    private static CampaignPlan.Defaults defaults(YamlSection section) throws ConfigException {
        allow(section, PlanReader::list, "workloads", "repeats");
        return new CampaignPlan.Defaults(list(section), (int) section.integer("repeats", 0, 1000));
    }

    private static List<CampaignPlan.Named> named(YamlSection file) throws ConfigException {
        List<CampaignPlan.Named> named = new ArrayList<>();
        for (YamlSection section : file.sections("configurations")) {
            allow(section, PlanReader::list, "workloads", "label", "values", "repeats");
            named.add(new CampaignPlan.Named(
                    section,
                    section.text("label", ""),
                    section.has("values") ? section.textMap("values") : Map.of(),
                    list(section),
                    (int) section.integer("repeats", 1, 1000, 1)));
        }
        return named;
    }

    /** The range of each feature; a feature without a section is absent. */
    private static WorkloadSpace workloads(YamlSection file) throws ConfigException {
        Map<WorkloadFeature, WorkloadSpace.Range> ranges = new TreeMap<>();
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (feature.isRequired() || file.has(feature.key())) {
                YamlSection range = file.section(feature.key());
                range.allow(feature.isRequired() ? new String[] {"min", "max"} : new String[] {"min", "max", "absent"});
                double min = range.number("min", feature.min(), feature.max());
                double max = range.number("max", min, feature.max());
                ranges.put(feature, new WorkloadSpace.Range(min, max, range.number("absent", 0, MOST_ABSENT, 0)));
            }
        }
        return new WorkloadSpace(ranges);
    }

    /** Permits these keys and one of each feature. */
    private static void allow(YamlSection section, Function<WorkloadFeature, String> key, String... others)
            throws ConfigException {
        List<String> keys = new ArrayList<>(List.of(others));
        WorkloadDrivers.features().forEach(feature -> keys.add(key.apply(feature)));
        section.allow(keys.toArray(String[]::new));
    }

    /** The key of a list of values: {@code read_ratios}. */
    private static String list(WorkloadFeature feature) {
        return feature.key() + "s";
    }

    /** The listed workloads, or every combination of the values of the features; a feature without a list is absent. */
    private static List<Workload> list(YamlSection section) throws ConfigException {
        if (section.has("workloads")) {
            return listed(section);
        }
        List<Workload> workloads = List.of(Workload.NONE);
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (feature.isRequired() || section.has(list(feature))) {
                List<Double> values = values(section, feature);
                workloads = workloads.stream()
                        .flatMap(workload -> values.stream().map(value -> workload.with(feature, value)))
                        .toList();
            }
        }
        return workloads;
    }

    private static List<Workload> listed(YamlSection section) throws ConfigException {
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (section.has(list(feature))) {
                throw section.refused(
                        list(feature), "expected either workloads or " + list(feature) + ", found both. Remove one.");
            }
        }
        List<Workload> workloads = new ArrayList<>();
        for (YamlSection values : section.sections("workloads")) {
            allow(values, WorkloadFeature::key);
            Workload workload = Workload.NONE;
            for (WorkloadFeature feature : WorkloadDrivers.features()) {
                if (feature.isRequired() || values.has(feature.key())) {
                    workload = workload.with(feature, values.number(feature.key(), feature.min(), feature.max()));
                }
            }
            workloads.add(workload);
        }
        return workloads;
    }

    private static List<Double> values(YamlSection section, WorkloadFeature feature) throws ConfigException {
        List<Double> values = new ArrayList<>();
        for (String text : section.texts(list(feature))) {
            double value = number(text);
            if (!(value >= feature.min() && value <= feature.max())) {
                throw section.refused(
                        list(feature),
                        "expected numbers " + KnobRange.shown(feature.min()) + ".." + KnobRange.shown(feature.max())
                                + ", found " + text + ".");
            }
            values.add(value);
        }
        return values;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static TrialConditions conditions(YamlSection file) throws ConfigException {
        YamlSection data = file.section("data");
        data.allow("records", "fields", "field_size", "update_fraction");
        long records = data.integer("records", 1, DataSetSpec.MOST_OPERATIONS);
        DataSetSpec shape = new DataSetSpec(
                records,
                (int) data.integer("fields", 1, 1000, 1),
                (int) bytes(data, "field_size", 1, 16 * MIB),
                data.number(
                        "update_fraction",
                        0,
                        Math.min(MOST_UPDATES, DataSetSpec.MOST_OPERATIONS / (double) records),
                        0));
        YamlSection client = file.section("client");
        client.allow("threads", "distribution", "reuse_distance", "properties");
        YamlSection node = file.section("node");
        node.allow("heap", "memory", "read_iops", "cpu", "read_ahead", "pin");
        YamlSection time = file.section("time");
        Optional<SustainedProtocol> sustained = protocol(file, time);
        Optional<Double> reuse =
                client.has("reuse_distance") ? Optional.of((double) reuseDistance(client, records)) : Optional.empty();
        Optional<Integer> memory = node.has("memory")
                ? Optional.of((int) (bytes(node, "memory", 256 * MIB, 1L << 40) / MIB))
                : Optional.empty();
        Optional<Integer> readIops = node.has("read_iops")
                ? Optional.of((int) node.integer("read_iops", 100, 10_000_000))
                : Optional.empty();
        Optional<Integer> cpuPercent = node.has("cpu")
                ? Optional.of((int) Math.round(PERCENT * node.number("cpu", LEAST_CPU, MOST_CPU)))
                : Optional.empty();
        Optional<Integer> readAhead = node.has("read_ahead")
                ? Optional.of((int) (bytes(node, "read_ahead", 4 * KIB, 64 * MIB) / KIB))
                : Optional.empty();
        return new TrialConditions(
                shape,
                distribution(client),
                reuse,
                (int) client.integer("threads", 1, 10_000),
                (int) (bytes(node, "heap", 256 * MIB, 1L << 38) / MIB),
                memory,
                readIops,
                cpuPercent,
                readAhead,
                node.flag("pin", true),
                sustained.isPresent() ? WarmUp.fixed(sustained.get().ageing()) : warmUp(time),
                sustained.isPresent() ? sustained.get().min() : seconds(time, "measurement", 5),
                file.number("max_background_cpu", 0, 1, MAX_BACKGROUND_CPU),
                sustained,
                properties(client, shape));
    }

    /** A client with a reuse distance has all keys in memory. */
    private static long reuseDistance(YamlSection client, long records) throws ConfigException {
        long distance = client.integer("reuse_distance", 1, records);
        if (records > DataSetSpec.MOST_REUSED) {
            throw client.refused(
                    "reuse_distance",
                    "expected at most " + DataSetSpec.MOST_REUSED + " records, because the client has their keys in"
                            + " memory, found " + records + ". Lower records, or choose a distribution.");
        }
        return distance;
    }

    private static String distribution(YamlSection client) throws ConfigException {
        String name = client.text("distribution", "uniform");
        if (!WorkloadFile.DISTRIBUTIONS.contains(name)) {
            throw client.refused(
                    "distribution",
                    "expected one of " + String.join(", ", WorkloadFile.DISTRIBUTIONS) + ", found " + name + ".");
        }
        return name;
    }

    /** Properties of YCSB about the operations. Rows and threads have their own keys. */
    private static Map<String, String> properties(YamlSection client, DataSetSpec rows) throws ConfigException {
        if (!client.has("properties")) {
            return Map.of();
        }
        try {
            WorkloadFile read = WorkloadFile.of(client.textMap("properties"), rows);
            if (!read.data().equals(rows) || read.threads().isPresent()) {
                throw new IllegalArgumentException("expected operations only, found rows or threads. Remove them.");
            }
            return read.properties();
        } catch (IllegalArgumentException refused) {
            throw client.refused("properties", refused.getMessage());
        }
    }

    /** The sustained protocol; empty for the short one, which is the default. */
    private static Optional<SustainedProtocol> protocol(YamlSection file, YamlSection time) throws ConfigException {
        String protocol = file.text("protocol", "short");
        if (protocol.equals("short")) {
            time.allow("warm_up", "measurement");
            return Optional.empty();
        }
        if (!protocol.equals("sustained")) {
            throw file.refused("protocol", "expected short or sustained, found " + protocol + ".");
        }
        time.allow("ageing", "burn_in", "measurement", "states", "open_loop", "open_loop_rate");
        YamlSection ageing = time.section("ageing");
        ageing.allow("turnover", "max");
        Duration shortest;
        Duration longest;
        if (time.isSection("measurement")) {
            YamlSection bounds = time.section("measurement");
            bounds.allow("min", "max");
            shortest = seconds(bounds, "min", SustainedProtocol.SHORTEST.toSeconds());
            longest = seconds(bounds, "max", shortest.toSeconds());
        } else {
            shortest = seconds(time, "measurement", SustainedProtocol.SHORTEST.toSeconds());
            longest = shortest;
        }
        Duration openLoop = seconds(time, "open_loop", 0);
        Optional<Double> rate = time.has("open_loop_rate")
                ? Optional.of((double) time.integer("open_loop_rate", 1, 10_000_000))
                : Optional.empty();
        if (rate.isPresent() && openLoop.isZero()) {
            throw time.refused(
                    "open_loop_rate", "expected an open_loop above 0s, found 0s. Lengthen it, or remove the rate.");
        }
        int states = time.has("states") ? (int) time.integer("states", 1, MOST_STATES) : 1;
        Duration least = SustainedProtocol.shortest(states);
        if (shortest.compareTo(least) < 0) {
            throw time.refused(
                    "states",
                    "expected a measurement of at least " + least.toSeconds() + "s for " + states + " states, found "
                            + shortest.toSeconds() + "s. Lengthen it, or measure fewer states.");
        }
        return Optional.of(new SustainedProtocol(
                ageing.number("turnover", 0, 1000),
                seconds(ageing, "max", 1),
                time.has("burn_in") ? seconds(time, "burn_in", 0) : SustainedProtocol.BURN_IN,
                shortest,
                longest,
                states,
                openLoop,
                rate));
    }

    /** A fixed duration, or limits between which the warm-up ends when the throughput is stationary. */
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

    private static List<KnobRange> knobs(YamlSection file) throws ConfigException {
        YamlSection section = file.section("knobs");
        if (section.keys().isEmpty()) {
            throw file.refused("knobs", "expected at least one knob, found none. Add a name from the catalogue.");
        }
        List<KnobRange> knobs = new ArrayList<>();
        for (String name : section.keys()) {
            knobs.add(KnobRange.read(section, name));
        }
        return knobs;
    }
}
