package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialWorkloadTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path SHIPPED = Path.of("../conf/campaigns/cassandra-5.0-2core/trials.jsonl");

    private static final String SCANS =
            "{\"readRatio\":0.5,\"scanShare\":0.2,\"records\":1000,\"recordBytes\":200,\"overwrites\":0.5,"
                    + "\"distribution\":\"zipfian\",\"reuseDistance\":null,\"threads\":4}";

    @Test
    void aFeatureIsAFieldUnlessItIsAbsent() throws JsonProcessingException {
        TrialWorkload scans = new TrialWorkload(
                Workload.ofReadRatio(0.5).with(WorkloadFeature.SCAN_SHARE, 0.2), 1000, 200, 0.5, "zipfian", null, 4);
        assertThat(JSON.writeValueAsString(scans)).isEqualTo(SCANS);
        assertThat(JSON.readValue(SCANS, TrialWorkload.class)).isEqualTo(scans);
        assertThat(JSON.readValue(SCANS.replace("0.2,", "0,"), TrialWorkload.class)
                        .features())
                .isEqualTo(Workload.ofReadRatio(0.5));
    }

    @Test
    void theShippedTrialsAreWrittenAsTheyWereRead() throws IOException {
        List<Trial> trials = Trials.read(SHIPPED);
        List<String> lines = Files.readAllLines(SHIPPED);
        assertThat(trials).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(JSON.writeValueAsString(trials.get(i).workload()))
                    .isEqualTo(JSON.readTree(lines.get(i)).get("workload").toString());
        }
    }

    @Test
    void aWrongFieldIsNamedWithItsLine(@TempDir Path folder) throws IOException {
        assertThat(problem(folder, "\"scanShare\":0.2", "\"scanShare\":1.2"))
                .isEqualTo(":1: expected a scan share from 0.0 to 1.0, found 1.2. Remove the line, and its trial or, in"
                        + " an active plan, another one will be run.");
        assertThat(problem(folder, "scanShare", "scans"))
                .startsWith(":1: expected one of readRatio, scanShare, found scans.");
        assertThat(problem(folder, "0.2", "null"))
                .startsWith(":1: expected a number in workload.scanShare, found none.");
        assertThat(problem(folder, "0.2", "\"many\""))
                .startsWith(":1: expected a number in workload.scanShare, found many.");
        assertThat(problem(folder, "\"zipfian\"", "3"))
                .startsWith(":1: expected a name in workload.distribution, found 3.");
        assertThat(problem(folder, "\"records\":1000,", ""))
                .startsWith(":1: expected a number in workload.records, found none.");
    }

    private static String problem(Path folder, String part, String other) throws IOException {
        Path file = Files.writeString(
                folder.resolve("trials.jsonl"), "{\"id\":\"a\",\"workload\":" + SCANS.replace(part, other) + "}\n");
        String[] message = new String[1];
        assertThatThrownBy(() -> Trials.read(file))
                .isInstanceOf(IOException.class)
                .satisfies(e -> message[0] = e.getMessage().replace(file.toString(), ""));
        return message[0];
    }
}
