package io.rafiki.trainer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which way dependencies point in the trainer. */
class HouseTest {

    private final JavaClasses trainer = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.rafiki.trainer");

    @Test
    void importsNeitherAgentNorBindingsNorCassandra() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rafiki.agent..", "io.rafiki.ycsb..", "org.apache.cassandra..", "site.ycsb..")
                .check(trainer);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.rafiki.trainer.(*)..").should().beFreeOfCycles().check(trainer);
    }

    @Test
    void nobodyDependsOnTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..cli..")
                .check(trainer);
    }
}
