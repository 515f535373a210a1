package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.WarmUp;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.trainer.ycsb.DataSetSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Reads the conditions of a plan's trials: data, client, node and time. Messages name the line. */
final class ConditionsReader {

    private static final double MAX_BACKGROUND_CPU = 0.05;
    private static final double PERCENT = 100;

    /** Limits of a node's processor time, in processors. */
    private static final double LEAST_CPU = 0.1;

    private static final double MOST_CPU = 1024;

    /** Largest number of updates after loading, as a multiple of the rows. */
    private static final double MOST_UPDATES = 100;

    /** Each takes at least half a minute. */
    private static final int MOST_STATES = 20;

    private static final long KIB = 1024L;
    private static final long MIB = 1024L * KIB;

    private ConditionsReader() {}

    static TrialConditions conditions(YamlSection file) throws ConfigException {
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
}
