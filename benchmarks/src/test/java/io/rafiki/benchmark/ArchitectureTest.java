package io.rafiki.benchmark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** What benchmarks may import: the trainer and the core. Other processes are started by class name. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("io.rafiki.benchmark");

    @Test
    void importsNeitherAgentNorBindingsNorCassandra() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rafiki.agent..", "io.rafiki.ycsb..", "org.apache.cassandra..", "site.ycsb..")
                .check(CLASSES);
    }

    @Test
    void itsPackagesHaveNoCycle() {
        slices().matching("io.rafiki.benchmark.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
