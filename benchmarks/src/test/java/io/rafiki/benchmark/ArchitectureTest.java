package io.rafiki.benchmark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** What benchmarks may import: the trainer and the core. Other processes are started by class name. */
class ArchitectureTest {

    @Test
    void importsNeitherAgentNorBindingsNorCassandra() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.rafiki.agent..", "io.rafiki.ycsb..", "org.apache.cassandra..", "site.ycsb..")
                .check(new ClassFileImporter().importPackages("io.rafiki.benchmark"));
    }
}
