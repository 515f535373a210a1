package io.rafiki.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may know what in the agent. */
final class ArchitectureTest {

    private static final JavaClasses AGENT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.rafiki.agent");

    @Test
    void theBootClassesKnowTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("io.rafiki.agent.boot")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.rafiki.agent.boot", "java..")
                .check(AGENT);
    }

    @Test
    void onePackageUsesCassandra() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.rafiki.agent.cassandra")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.cassandra..", "com.codahale..", "com.github.benmanes..")
                .check(AGENT);
    }

    @Test
    void onePackageUsesDeeplearning4j() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.rafiki.agent.dl4j")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.deeplearning4j..", "org.nd4j..", "org.bytedeco..")
                .check(AGENT);
    }

    @Test
    void whatReachesIntoTheNodeDoesNotDecide() {
        noClasses()
                .that()
                .resideInAnyPackage("io.rafiki.agent.cassandra", "io.rafiki.agent.dl4j")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rafiki.decision", "io.rafiki.search", "io.rafiki.journal")
                .check(AGENT);
    }

    @Test
    void theAgentHasNoSimulatorAndNoTrainer() {
        noClasses()
                .should()
                .haveSimpleNameStartingWith("Simulat")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("io.rafiki.trainer..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.rafiki"));
    }
}
