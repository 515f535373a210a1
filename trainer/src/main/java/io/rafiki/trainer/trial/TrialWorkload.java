package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The workload of a trial: one JSON object with a field for each feature that is not absent, then the other fields.
 *
 * @param features operations of the clients
 * @param records rows in the table
 * @param recordBytes payload of a row
 * @param overwrites updates of one field each before the trial, as a share of the records
 * @param distribution YCSB's name of the distribution that draws the keys; null with a reuse distance, and in old trials
 * @param reuseDistance mean number of operations between two uses of a key; null if the distribution draws the keys
 * @param threads client threads, each with one operation at a time
 */
@JsonDeserialize(converter = TrialWorkload.Reader.class)
public record TrialWorkload(
        Workload features,
        long records,
        long recordBytes,
        double overwrites,
        String distribution,
        Double reuseDistance,
        int threads) {

    private static final String RECORDS = "records";
    private static final String RECORD_BYTES = "recordBytes";
    private static final String OVERWRITES = "overwrites";
    private static final String DISTRIBUTION = "distribution";
    private static final String REUSE_DISTANCE = "reuseDistance";
    private static final String THREADS = "threads";

    /** Reads the JSON object; an {@link IllegalArgumentException} names a field that is missing, unknown or out of range. */
    static final class Reader extends StdConverter<Map<String, Object>, TrialWorkload> {

        @Override
        public TrialWorkload convert(Map<String, Object> json) {
            Map<String, Object> rest = new HashMap<>(json);
            String distribution = text(rest.remove(DISTRIBUTION));
            Double reuseDistance = rest.get(REUSE_DISTANCE) == null ? null : Double.valueOf(take(rest, REUSE_DISTANCE));
            rest.remove(REUSE_DISTANCE);
            long records = (long) take(rest, RECORDS);
            long recordBytes = (long) take(rest, RECORD_BYTES);
            double overwrites = take(rest, OVERWRITES);
            int threads = (int) take(rest, THREADS);
            Map<WorkloadFeature, Double> features = new HashMap<>();
            for (String name : Set.copyOf(rest.keySet())) {
                features.put(WorkloadSensors.feature(name), take(rest, name));
            }
            return new TrialWorkload(
                    new Workload(features), records, recordBytes, overwrites, distribution, reuseDistance, threads);
        }
    }

    private static String text(Object value) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException("expected a name in workload." + DISTRIBUTION + ", found " + value);
    }

    private static double take(Map<String, Object> json, String name) {
        Object value = json.remove(name);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                "expected a number in workload." + name + ", found " + (value == null ? "none" : value));
    }

    /** Data and clients: {@code 200000 rows of 1000 bytes, 1.0 overwrites, 32 threads}. */
    public String shape() {
        return records + " rows of " + recordBytes + " bytes, " + overwrites + " overwrites, " + threads + " threads";
    }

    /** How clients choose keys: {@code zipfian}, {@code a reuse distance of 50.0}; null in old trials. */
    public String keys() {
        return reuseDistance == null ? distribution : "a reuse distance of " + reuseDistance;
    }

    /** Name to value, as in {@code trials.jsonl}. */
    @JsonValue
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>(features.toMap());
        map.put(RECORDS, records);
        map.put(RECORD_BYTES, recordBytes);
        map.put(OVERWRITES, overwrites);
        if (distribution != null) {
            map.put(DISTRIBUTION, distribution);
        }
        map.put(REUSE_DISTANCE, reuseDistance);
        map.put(THREADS, threads);
        return map;
    }
}
