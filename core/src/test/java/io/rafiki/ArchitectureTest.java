package io.rafiki;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Core stays pure: no foreign classes, threads or clocks, and JMX in one package only. */
final class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.rafiki");

    @Test
    void importsNeitherCassandraNorDeeplearning4jNorALoggingBackEnd() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.cassandra..",
                        "org.nd4j..",
                        "org.deeplearning4j..",
                        "org.slf4j..",
                        "ch.qos.logback..",
                        "java.util.logging..",
                        "io.rafiki.agent..",
                        "io.rafiki.trainer..",
                        "io.rafiki.ycsb..")
                .check(CORE);
    }

    @Test
    void startsNoThreads() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ExecutorService.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executors.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(CompletableFuture.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Timer.class)
                .orShould()
                .beAssignableTo(Thread.class)
                .orShould(callMethod(Thread.class, "start"))
                .orShould(callMethod(Stream.class, "parallel"))
                .orShould(callMethod(IntStream.class, "parallel"))
                .orShould(callMethod(Collection.class, "parallelStream"))
                .orShould(callMethod(List.class, "parallelStream"))
                .check(CORE);
    }

    @Test
    void readsNoClock() {
        noClasses()
                .should(callMethod(System.class, "currentTimeMillis"))
                .orShould(callMethod(System.class, "nanoTime"))
                .orShould(callMethod(Instant.class, "now"))
                .orShould(callMethod(LocalDateTime.class, "now"))
                .orShould(callMethod(ZonedDateTime.class, "now"))
                .orShould(callMethod(Clock.class, "systemUTC"))
                .orShould(callMethod(Clock.class, "systemDefaultZone"))
                .check(CORE);
    }

    @Test
    void onlyTheNodePackageUsesJmx() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.rafiki.node..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.management..", "java.lang.management..")
                .check(CORE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.rafiki.(**)").should().beFreeOfCycles().check(CORE);
    }

    /** Only the executor of effects reads files, and waits. */
    @Test
    void theStateMachineIsPure() {
        noClasses()
                .that()
                .resideInAPackage("io.rafiki.control.machine")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.util.concurrent..", "javax.management..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Files.class)
                .check(CORE);
    }

    /** The loop that changes a node stays readable. Imports do not count. */
    @Test
    void noClassOfTheControlLoopHasMoreThan250Lines() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/rafiki/control"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                List<String> lines = Files.readAllLines(file).stream()
                        .filter(line -> !line.startsWith("import "))
                        .toList();
                assertThat(lines).as(file.toString()).hasSizeLessThanOrEqualTo(250);
            }
        }
    }
}
