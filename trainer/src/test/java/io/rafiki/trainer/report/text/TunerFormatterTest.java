package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The values are those that the MBean returns, the texts those that the commands print. */
class TunerFormatterTest {

    private static final Map<String, Object> WORKLOAD = map(
            "readRatio", 0.9177,
            "scanShare", 0.0,
            "operationsPerSecond", 2034.666,
            "reads", 56_014L,
            "writes", 5_026L,
            "scans", 0L,
            "coordinatedReads", 56_014L,
            "coordinatedWrites", 5_026L,
            "readMicros", 10_840.2,
            "writeMicros", 412.7,
            "readP99Micros", 42_510.0,
            "writeP99Micros", 1_629.722,
            "pendingReads", 12.25,
            "pendingWrites", 0.0,
            "pendingRequests", 0.0,
            "pendingCompactions", 1.5,
            "sstablesPerRead", null,
            "windowStart", "2026-11-23T12:50:35.123456789Z",
            "windowEnd", "2026-11-23T12:51:05.123456789Z",
            "state", "valid",
            "detail", null);

    private static final Map<String, Object> APPLY = map(
            "id", "d43",
            "at", "2026-11-23T12:51:05.140912Z",
            "kind", "apply",
            "code", "predicted_gain",
            "reason", "predicted gain +12.5 % +/- 1.0 %",
            "gainPercent", 12.5,
            "gainDeviationPercent", 1.04,
            "workload", map("readRatio", 0.9177, "scanShare", 0.0, "rowBytes", 1000.0),
            "configuration", "concurrent_reads=48, file_cache_size=512",
            "changes", "concurrent_reads 32 -> 48",
            "readBack", "ok",
            "verdict", null);

    private static final Map<String, Object> HOLD = map(
            "id",
            "d44",
            "at",
            "2026-11-23T12:51:35.140912Z",
            "kind",
            "hold",
            "code",
            "workload_unchanged",
            "reason",
            "workload unchanged: read ratio 0.92 now",
            "gainPercent",
            null,
            "gainDeviationPercent",
            null,
            "workload",
            map("readRatio", 0.92, "scanShare", 0.0),
            "configuration",
            null,
            "changes",
            null,
            "readBack",
            null,
            "verdict",
            null);

    private final TunerFormatter formatter =
            new TunerFormatter(Clock.fixed(Instant.parse("2026-11-23T13:03:07.9Z"), ZoneId.of("Africa/Nairobi")));

    @Test
    void theStatusHasLabelsUnitsAndLocalTimes() {
        Map<String, Object> status = map(
                "Status",
                "auto: [d44] hold: workload unchanged; next decision in 12 s",
                "Mode",
                "auto",
                "AsOf",
                "2026-11-23T13:03:05.100000001Z",
                "Decisions",
                61_040L,
                "PlansApplied",
                3L,
                "ReadBackFailures",
                0L,
                "TickErrors",
                0L,
                "KnobsTuned",
                1L,
                "KnobsChangedExternally",
                0L,
                "Rewriting",
                null,
                "Workload",
                WORKLOAD,
                "Knobs",
                List.of(
                        knob("concurrent_reads", "threads", "32", "48", "48", "48", "rafiki d43"),
                        knob("file_cache_size", "MiB", "512", "512", null, "256", "start")),
                "Configuration",
                Map.of("concurrent_reads", "48"),
                "ProposedConfiguration",
                null,
                "LastDecision",
                HOLD,
                "Model",
                map(
                        "file", "/opt/rafiki/conf/models/cassandra-5.0-2core/model.zip",
                        "loadedAt", "2026-11-22T06:00:00.5Z",
                        "mismatches", "",
                        "heapMiB", "400",
                        "memoryMiB", "24105",
                        "recordBytes", "1000",
                        "trialsHash", "996cc52e"));
        GoldenText.assertApproved("status.txt", formatter.status(status));
    }

    @Test
    void theWorkloadHasLabelsAndUnits() {
        GoldenText.assertApproved("workload.txt", formatter.workload(WORKLOAD));
        assertThat(formatter.workload(null)).isEqualTo("No window has closed yet.");
    }

    @Test
    void aDecisionShowsAllFeaturesOfItsWorkload() {
        GoldenText.assertApproved("decision.txt", formatter.answer(APPLY));
    }

    @Test
    void aProposalListsTheBestConfigurationForEachChangeCost() {
        Map<String, Object> proposed = new LinkedHashMap<>(APPLY);
        proposed.put(
                "priceClasses",
                List.of(
                        priceClass(
                                "instant",
                                4.4,
                                2.0,
                                6.8,
                                "concurrent_writes 32 -> 8",
                                "rafiki apply d43 --allow instant"),
                        priceClass(
                                "next_start",
                                75.46,
                                67.0,
                                83.9,
                                "concurrent_writes 32 -> 8, file_cache_size off -> 127",
                                "restart with cassandra.yaml: concurrent_writes: 8; file_cache_enabled: true;"
                                        + " file_cache_size: 127MiB")));
        GoldenText.assertApproved("proposal.txt", formatter.proposal(proposed));
    }

    @Test
    void theCommandsOfAProposalContactTheSameNode() {
        String command = "rafiki mode approve && rafiki apply d43 --allow instant";
        Map<String, Object> proposed = map(
                "priceClasses", List.of(priceClass("instant", 4.4, 2.0, 6.8, "concurrent_writes 32 -> 8", command)));
        assertThat(formatter.proposal(proposed)).contains(command);
        assertThat(new TunerFormatter(Clock.systemUTC(), " -h db1 -p 7299").proposal(proposed))
                .contains("rafiki mode -h db1 -p 7299 approve && rafiki apply -h db1 -p 7299 d43 --allow instant");
    }

    @Test
    void theHistoryIsATable() {
        GoldenText.assertApproved("history.txt", formatter.answer(List.of(APPLY, HOLD)));
        assertThat(formatter.answer(List.of())).isEqualTo("No decision yet.");
    }

    @Test
    void textsAreUnchangedAndNothingIsDone() {
        assertThat(formatter.answer("auto")).isEqualTo("auto");
        assertThat(formatter.answer(null)).isEqualTo("done");
    }

    /** An agent of another version may have facts that this command does not know. */
    @Test
    void anUnknownFactKeepsItsName() {
        assertThat(formatter.workload(map("readRatio", 0.5, "rowBytes", 1000.0)))
                .isEqualTo("Read ratio  50.0 %\nrowBytes    1000.0");
    }

    private static Map<String, Object> priceClass(
            String cost, double gain, double lower, double upper, String changes, String command) {
        return map(
                "cost", cost,
                "gainPercent", gain,
                "lowerPercent", lower,
                "upperPercent", upper,
                "changes", changes,
                "command", command);
    }

    private static Map<String, Object> knob(
            String knob, String unit, String yaml, String live, String ours, String proposed, String setBy) {
        return map(
                "knob", knob,
                "unit", unit,
                "yaml", yaml,
                "live", live,
                "ours", ours,
                "proposed", proposed,
                "change", "live",
                "setBy", setBy,
                "setAt", "2026-11-23T12:51:05.140912Z");
    }

    /** Names and values in this order; a value may be null. */
    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
