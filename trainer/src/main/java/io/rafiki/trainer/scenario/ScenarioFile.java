package io.rafiki.trainer.scenario;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A result as a JSON file. A number that was not measured is null. */
public final class ScenarioFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new NumberWriter())
                    .addSerializer(double.class, new NumberWriter())
                    .addDeserializer(double.class, new NumberReader()))
            .build();

    private ScenarioFile() {}

    public static void write(Path file, ScenarioResult result) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(result) + "\n");
    }

    /**
     * Reads a result.
     *
     * @throws IOException if the file is no result
     */
    public static ScenarioResult read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), ScenarioResult.class);
    }

    private static final class NumberWriter extends JsonSerializer<Double> {

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }

    private static final class NumberReader extends JsonDeserializer<Double> {

        @Override
        public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return json.getDoubleValue();
        }

        @Override
        public Double getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }
}
