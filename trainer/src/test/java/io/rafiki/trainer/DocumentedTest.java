package io.rafiki.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.WorkloadDrivers;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is written for users names all that there is, and nothing that there is not. */
class DocumentedTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void everyFieldOfATrial() throws IOException {
        Set<String> fields = new TreeSet<>(fields(Trial.class));
        WorkloadDrivers.features().forEach(feature -> fields.add(feature.name()));
        for (TrialStatus status : TrialStatus.values()) {
            fields.add(status.name().toLowerCase(Locale.ROOT));
        }
        assertThat(rows("trials.jsonl")).isEqualTo(fields);
    }

    /** The keys are those that the readers of plans allow. */
    @Test
    void everyKeyOfAPlan() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String reader : List.of("PlanReader", "WorkloadsReader", "ConditionsReader", "KnobRange")) {
            String source = Files.readString(Path.of("src/main/java/io/rafiki/trainer/plan/" + reader + ".java"));
            for (MatchResult allow : Pattern.compile("allow\\(([^;]*)\\);")
                    .matcher(source)
                    .results()
                    .toList()) {
                Pattern.compile("\"(\\w+)\"").matcher(allow.group(1)).results().forEach(key -> keys.add(key.group(1)));
            }
        }
        WorkloadDrivers.features().forEach(feature -> keys.addAll(List.of(feature.key(), feature.key() + "s")));
        assertThat(keys).contains("configurations", "reuse_distance", "choices");
        assertThat(rows("Plan")).isEqualTo(keys);
    }

    /** The package map names each package that has classes, and no other. */
    @Test
    void everyPackage() throws IOException {
        Set<String> packages = new TreeSet<>();
        for (String module : List.of("core", "agent", "trainer", "ycsb-bindings", "benchmarks", "spark")) {
            Path sources = Path.of("..", module, "src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file ->
                                sources.relativize(file.getParent()).toString().replace('/', '.'))
                        .forEach(packages::add);
            }
        }
        Set<String> documented = Pattern.compile("`(io\\.rafiki(?:\\.[a-z0-9]+)+)`")
                .matcher(Files.readString(Path.of("../docs/architecture.md")).split("## Packages", 2)[1])
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(packages);
    }

    /** Each class in the path of the data is a class of the main code. */
    @Test
    void everyClassInThePathOfTheData() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String module : List.of("core", "agent", "trainer")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                files.map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                        .forEach(classes::add);
            }
        }
        String page = Files.readString(Path.of("../docs/architecture.md"));
        String section = page.substring(page.indexOf("## Path of the data"), page.indexOf("## Packages"));
        List<String> documented = Pattern.compile("`(\\w+)`")
                .matcher(section)
                .results()
                .map(name -> name.group(1))
                .filter(name -> Character.isUpperCase(name.charAt(0)))
                .toList();
        assertThat(documented).hasSizeGreaterThan(9);
        assertThat(classes).containsAll(documented);
    }

    /** Links between pages lead to files of the repository, and to headings of these. */
    @Test
    void everyLink() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("..", "../docs", "../conf/models", "../conf/campaigns")) {
            try (Stream<Path> files = Files.walk(Path.of(folder), folder.equals("..") ? 1 : 3)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)")
                    .matcher(Files.readString(page))
                    .results()
                    .filter(link -> !leads(page, link.group(1), link.group(2)))
                    .forEach(link -> broken.add(page + ": " + link.group()));
        }
        assertThat(pages).hasSizeGreaterThan(14);
        assertThat(broken).isEmpty();
    }

    /** Remote JMX without a login permits every client to execute code in the node. */
    @Test
    void noPageDisablesTheLoginOfJmx() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md"), Path.of("../SECURITY.md")));
        for (String folder : List.of("../docs", "../conf")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                files.filter(file -> file.toString().matches(".*\\.(md|yaml)")).forEach(pages::add);
            }
        }
        for (Path page : pages) {
            assertThat(Files.readString(page).toLowerCase(Locale.ROOT))
                    .as(page.toString())
                    .doesNotContain("authenticate=false", "local_jmx=no");
        }
    }

    private static boolean leads(Path page, String file, String heading) {
        Path target = file.isEmpty() ? page : page.getParent().resolve(file).normalize();
        if (heading == null || !Files.exists(target)) {
            return Files.exists(target);
        }
        try {
            return Files.readAllLines(target).stream()
                    .filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("#+ ", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\w -]", "")
                            .replace(' ', '-'))
                    .anyMatch(heading::equals);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names in the first column of the tables of a section of docs/trials.md. */
    private static Set<String> rows(String section) throws IOException {
        String page = Files.readString(Path.of("../docs/trials.md"));
        String text =
                page.split("(?m)^## " + Pattern.quote(section) + "$", 2)[1].split("(?m)^## ", 2)[0];
        Set<String> names = new TreeSet<>();
        ROW.matcher(text)
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .forEach(name -> names.add(name.group(1)));
        return names;
    }

    private static List<String> fields(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() != Workload.class) {
                names.add(component.getName());
                types(component.getGenericType()).filter(Class::isRecord).forEach(inner -> names.addAll(fields(inner)));
            }
        }
        return names;
    }

    private static Stream<Class<?>> types(Type type) {
        if (type instanceof ParameterizedType generic) {
            return java.util.Arrays.stream(generic.getActualTypeArguments()).flatMap(DocumentedTest::types);
        }
        return type instanceof Class<?> plain ? Stream.of(plain) : Stream.empty();
    }
}
