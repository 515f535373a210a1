import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Trials of a campaign as rows (workload, configuration, throughput). README.md documents the columns.
 *
 * <p>{@code java -cp 'lib/core/*' conf/campaigns/Loader.java TRIALS [WORKLOAD CONFIGURATION]} prints the rows, or the throughput of the
 * trials nearest to a workload and a configuration, which are objects of JSON.
 */
public final class Loader {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> MEASURED = List.of("ok", "not_stationary", "client_saturated", "eliminated");

    record Row(ObjectNode workload, ObjectNode configuration, double throughput) {

        /** The workload and the knobs in one object. A trial without range reads omits their share. Old trials omit their distribution. */
        ObjectNode all() {
            ObjectNode all = JSON.createObjectNode().put("scanShare", 0).put("distribution", "uniform");
            all.setAll(workload);
            all.setAll(configuration);
            return all;
        }
    }

    static List<Row> load(Path file) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode trial = JSON.readTree(line);
            if (MEASURED.contains(trial.get("status").asText())) {
                double throughput = trial.at("/throughput/mean").asDouble();
                rows.add(new Row((ObjectNode) trial.get("workload"), (ObjectNode) trial.get("effective"), throughput));
            }
        }
        return rows;
    }

    /** Mean throughput of the nearest rows. Numbers differ by their share of the range in all rows, other values by 1. */
    static double lookup(List<Row> rows, ObjectNode workload, ObjectNode configuration) {
        ObjectNode asked = workload.deepCopy();
        asked.setAll(configuration);
        List<ObjectNode> known = rows.stream().map(Row::all).toList();
        double[] distances = new double[rows.size()];
        asked.properties().forEach(value -> {
            double[] numbers = known.stream()
                    .map(row -> row.required(value.getKey()))
                    .filter(JsonNode::isNumber)
                    .mapToDouble(JsonNode::asDouble)
                    .sorted()
                    .toArray();
            double span = numbers.length == 0 ? 0 : numbers[numbers.length - 1] - numbers[0];
            for (int i = 0; i < distances.length; i++) {
                distances[i] += difference(value.getValue(), known.get(i).required(value.getKey()), span == 0 ? 1 : span);
            }
        });
        TreeMap<Double, List<Double>> byDistance = new TreeMap<>();
        for (int i = 0; i < distances.length; i++) {
            byDistance
                    .computeIfAbsent(distances[i], distance -> new ArrayList<>())
                    .add(rows.get(i).throughput());
        }
        return byDistance.firstEntry().getValue().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    private static double difference(JsonNode a, JsonNode b, double span) {
        return a.isNumber() && b.isNumber() ? Math.abs(a.asDouble() - b.asDouble()) / span : a.equals(b) ? 0 : 1;
    }

    public static void main(String[] arguments) throws IOException {
        List<Row> rows = load(Path.of(arguments[0]));
        if (arguments.length > 2) {
            System.out.println(lookup(
                    rows,
                    JSON.readValue(arguments[1], ObjectNode.class),
                    JSON.readValue(arguments[2], ObjectNode.class)));
            return;
        }
        for (Row row : rows) {
            System.out.println(JSON.createArrayNode()
                    .add(row.workload())
                    .add(row.configuration())
                    .add(row.throughput()));
        }
    }

    private Loader() {}
}
