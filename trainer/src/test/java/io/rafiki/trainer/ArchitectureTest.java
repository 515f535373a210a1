package io.rafiki.trainer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which way dependencies point in the trainer. */
class ArchitectureTest {

    private static final JavaClasses TRAINER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.rafiki.trainer");

    @Test
    void importsNeitherAgentNorBindingsNorCassandraNorSpark() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.rafiki.agent..",
                        "io.rafiki.ycsb..",
                        "io.rafiki.spark..",
                        "org.apache.cassandra..",
                        "site.ycsb..",
                        "org.apache.spark..")
                .check(TRAINER);
    }

    /** A further system needs a package like that of Redis. Plans, trials and the load generator stay as they are. */
    @Test
    void plansAndTrialsKnowNoSystem() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.rafiki.trainer.host..",
                        "io.rafiki.trainer.ycsb..",
                        "io.rafiki.trainer.plan..",
                        "io.rafiki.trainer.trial..",
                        "io.rafiki.trainer.train..",
                        "io.rafiki.trainer.evaluate..",
                        "io.rafiki.trainer.screening..",
                        "io.rafiki.trainer.optimizer..",
                        "io.rafiki.trainer.analysis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rafiki.trainer.cassandra..", "io.rafiki.trainer.redis..")
                .check(TRAINER);
    }

    @Test
    void theSystemsKnowNothingOfEachOther() {
        noClasses()
                .that()
                .resideInAPackage("io.rafiki.trainer.redis..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.rafiki.trainer.cassandra..")
                .check(TRAINER);
        noClasses()
                .that()
                .resideInAPackage("io.rafiki.trainer.cassandra..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.rafiki.trainer.redis..")
                .check(TRAINER);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.rafiki.trainer.(**)").should().beFreeOfCycles().check(TRAINER);
    }

    @Test
    void noSimpleClassNameHasTwoMeanings() throws IOException {
        Map<String, List<Path>> files = new TreeMap<>();
        for (String module : List.of("core", "agent", "trainer", "ycsb-bindings", "benchmarks", "spark")) {
            try (Stream<Path> sources = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                sources.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .forEach(
                                file -> files.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
                                        .add(file));
            }
        }
        assertThat(files).hasSizeGreaterThan(500);
        assertThat(files.values()).allSatisfy(same -> assertThat(same).hasSize(1));
    }

    @Test
    void noPackageDependsOnTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..cli..")
                .check(TRAINER);
    }
}
