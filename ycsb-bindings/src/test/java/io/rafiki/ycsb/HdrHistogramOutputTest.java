package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter;

/** YCSB 0.17.0 asks for HdrHistogram 2.1.4, which needs javax.xml.bind, gone since Java 11; this build gives it 2.2.2. */
class HdrHistogramOutputTest {

    @TempDir
    private Path folder;

    @Test
    void ycsbsHistogramFilesAndReportCanBeReadBack() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("measurementtype", "hdrhistogram");
        properties.setProperty("hdrhistogram.fileoutput", "true");
        properties.setProperty("hdrhistogram.output.path", folder + "/");
        Measurements measurements = new Measurements(properties);
        for (int micros = 1; micros <= 1000; micros++) {
            measurements.measure("READ", micros);
            measurements.reportStatus("READ", Status.OK);
        }
        Path report = folder.resolve("report.json");
        try (OutputStream out = Files.newOutputStream(report)) {
            JSONArrayMeasurementsExporter exporter = new JSONArrayMeasurementsExporter(out);
            measurements.exportMeasurements(exporter);
            exporter.close();
        }

        assertThat(value(report, "Operations")).isEqualTo(1000);
        assertThat(value(report, "99thPercentileLatency(us)")).isEqualTo(990);
        assertThat(value(report, "Return=OK")).isEqualTo(1000);
        try (HistogramLogReader reader =
                new HistogramLogReader(folder.resolve("READ.hdr").toFile())) {
            Histogram histogram = (Histogram) reader.nextIntervalHistogram();
            assertThat(histogram.getTotalCount()).isEqualTo(1000);
            assertThat(histogram.getValueAtPercentile(99)).isEqualTo(990);
        }
    }

    private static long value(Path report, String measurement) throws Exception {
        for (JsonNode entry : new ObjectMapper().readTree(report.toFile())) {
            if (entry.get("measurement").asText().equals(measurement)) {
                return entry.get("value").asLong();
            }
        }
        throw new AssertionError("no " + measurement + " in " + Files.readString(report));
    }
}
