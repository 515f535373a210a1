package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.trainer.trial.WorkloadDrivers;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads a plan file into a {@link CampaignPlan} and checks every key. Messages name its line. */
final class PlanReader {

    /** A model needs at least this number of valid trials. */
    private static final int LEAST_START = 20;

    /** A choice within this share of the best is near the best. */
    private static final double RACE_MARGIN = 0.05;

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
        WorkloadsReader.allow(
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
                ConditionsReader.conditions(file),
                knobs(file),
                active.isPresent()
                        ? (int) active.get().integer("start", LEAST_START, 100_000)
                        : (int) file.integer("trials", 0, 100_000),
                Optional.empty(),
                active(active),
                WorkloadsReader.space(file),
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
        WorkloadsReader.allow(
                section, WorkloadsReader::key, "workloads", "values", "repeats", "two_level", "levels", "alone");
        ScreeningPlan screening = ScreeningPlan.read(section, WorkloadsReader.workloads(section));
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
                ConditionsReader.conditions(file),
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
        WorkloadsReader.allow(section, WorkloadsReader::key, "workloads", "repeats");
        return new CampaignPlan.Defaults(WorkloadsReader.workloads(section), (int) section.integer("repeats", 0, 1000));
    }

    private static List<CampaignPlan.Named> named(YamlSection file) throws ConfigException {
        List<CampaignPlan.Named> named = new ArrayList<>();
        for (YamlSection section : file.sections("configurations")) {
            WorkloadsReader.allow(section, WorkloadsReader::key, "workloads", "label", "values", "repeats");
            named.add(new CampaignPlan.Named(
                    section,
                    section.text("label", ""),
                    section.has("values") ? section.textMap("values") : Map.of(),
                    WorkloadsReader.workloads(section),
                    (int) section.integer("repeats", 1, 1000, 1)));
        }
        return named;
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
