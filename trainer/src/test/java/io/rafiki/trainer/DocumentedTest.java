package io.rafiki.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is written for users names all that there is, and nothing that there is not. */
class DocumentedTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void everyFieldOfATrial() throws IOException {
        Set<String> fields = new TreeSet<>(fields(Trial.class));
        for (Status status : Status.values()) {
            fields.add(status.name().toLowerCase(Locale.ROOT));
        }
        assertThat(rows(Path.of("../docs/trials.md"))).isEqualTo(fields);
    }

    /** The keys are those that the reader of plans allows. */
    @Test
    void everyKeyOfAPlan() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String reader : List.of("PlanReader", "KnobRange")) {
            String source = Files.readString(Path.of("src/main/java/io/rafiki/trainer/plan/" + reader + ".java"));
            for (MatchResult allow : Pattern.compile("\\.allow\\(([^;]*)\\);")
                    .matcher(source)
                    .results()
                    .toList()) {
                Pattern.compile("\"(\\w+)\"").matcher(allow.group(1)).results().forEach(key -> keys.add(key.group(1)));
            }
        }
        assertThat(keys).contains("configurations", "reuse_distance", "choices");
        assertThat(rows(Path.of("../docs/plans.md"))).isEqualTo(keys);
    }

    /** The names in the first column of the page's tables. */
    private static Set<String> rows(Path page) throws IOException {
        Set<String> names = new TreeSet<>();
        ROW.matcher(Files.readString(page))
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .forEach(name -> names.add(name.group(1)));
        return names;
    }

    private static List<String> fields(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(component.getName());
            types(component.getGenericType()).filter(Class::isRecord).forEach(inner -> names.addAll(fields(inner)));
        }
        return names;
    }

    private static java.util.stream.Stream<Class<?>> types(Type type) {
        if (type instanceof ParameterizedType generic) {
            return java.util.Arrays.stream(generic.getActualTypeArguments()).flatMap(DocumentedTest::types);
        }
        return type instanceof Class<?> plain ? java.util.stream.Stream.of(plain) : java.util.stream.Stream.empty();
    }
}
