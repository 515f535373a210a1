package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TunerFormatterTest {

    @Test
    void theStatusComesFirstThenWorkloadAndKnobsAndWhoSetThem() {
        Map<String, Object> writes = new LinkedHashMap<>();
        writes.put("knob", "concurrent_writes");
        writes.put("yaml", "32");
        writes.put("live", "80");
        writes.put("ours", "80");
        writes.put("proposed", "96");
        writes.put("setBy", "rafiki d1");
        writes.put("setAt", "2026-11-21T10:15:10Z");
        writes.put("change", "live");
        Map<String, Object> reads = new LinkedHashMap<>(writes);
        reads.put("knob", "concurrent_reads");
        reads.put("ours", null);
        reads.put("proposed", "80");
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("Status", "auto: [d1] apply");
        status.put("Workload", Map.of("readRatio", 0.25));
        status.put("Knobs", List.of(writes, reads));
        status.put("Model", null);

        List<String> lines =
                new ArrayList<>(TunerFormatter.status(status).lines().toList());
        assertThat(lines.remove(0)).matches("Status +auto: \\[d1\\] apply");
        assertThat(lines).anySatisfy(line -> assertThat(line).matches(" +readRatio +0\\.250"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .matches("concurrent_writes +32 +80 +80 +96 +live +rafiki d1 +2026-11-21T10:15:10Z"))
                .anySatisfy(line -> assertThat(line)
                        .matches("concurrent_reads +32 +80 +- += +live +rafiki d1 +2026-11-21T10:15:10Z"));
        assertThat(lines).noneSatisfy(line -> assertThat(line).contains("Model"));
    }
}
