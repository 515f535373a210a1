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
 * @param reuseDistance mean number of operations between two uses of a key; null if YCSB's own distribution draws the keys
 * @param threads client threads, each with one operation at a time
 */
@JsonDeserialize(converter = TrialWorkload.Reader.class)
public record TrialWorkload(
        Workload features, long records, long recordBytes, double overwrites, Double reuseDistance, int threads) {

    private static final String RECORDS = "records";
    private static final String RECORD_BYTES = "recordBytes";
    private static final String OVERWRITES = "overwrites";
    private static final String REUSE_DISTANCE = "reuseDistance";
    private static final String THREADS = "threads";

    /** Reads the JSON object; an {@link IllegalArgumentException} names a field that is missing, unknown or out of range. */
    static final class Reader extends StdConverter<Map<String, Double>, TrialWorkload> {

        @Override
        public TrialWorkload convert(Map<String, Double> json) {
            Map<String, Double> rest = new HashMap<>(json);
            Double reuseDistance = rest.remove(REUSE_DISTANCE);
            long records = take(rest, RECORDS).longValue();
            long recordBytes = take(rest, RECORD_BYTES).longValue();
            double overwrites = take(rest, OVERWRITES);
            int threads = take(rest, THREADS).intValue();
            Map<WorkloadFeature, Double> features = new HashMap<>();
            for (String name : Set.copyOf(rest.keySet())) {
                features.put(WorkloadSensors.feature(name), take(rest, name));
            }
            return new TrialWorkload(new Workload(features), records, recordBytes, overwrites, reuseDistance, threads);
        }
    }

    private static Double take(Map<String, Double> json, String name) {
        Double value = json.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("expected a number in workload." + name + ", found none");
        }
        return value;
    }

    /** Name to value, as in {@code trials.jsonl}. */
    @JsonValue
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>(features.toMap());
        map.put(RECORDS, records);
        map.put(RECORD_BYTES, recordBytes);
        map.put(OVERWRITES, overwrites);
        map.put(REUSE_DISTANCE, reuseDistance);
        map.put(THREADS, threads);
        return map;
    }
}
