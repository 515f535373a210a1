package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Cassandra notices of the tuner in its JVM: nothing of its classes and libraries. */
@ExtendWith(SharedNode.class)
class IsolationIT {

    private RealNode node;
    private HostProbeMXBean probe;

    @BeforeEach
    void connect(RealNode running) throws Exception {
        node = running;
        probe = JMX.newMXBeanProxy(node.beans(), new ObjectName(HostProbe.OBJECT_NAME), HostProbeMXBean.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.rafiki.agent.AgentMain",
                "io.rafiki.agent.cassandra.StorageKnobs",
                "io.rafiki.knob.Knob",
                "io.jenetics.Genotype",
                "org.nd4j.linalg.factory.Nd4j",
                "org.deeplearning4j.nn.multilayer.MultiLayerNetwork",
                "org.bytedeco.javacpp.Pointer",
                "com.fasterxml.jackson.dataformat.yaml.YAMLMapper"
            })
    void cassandraDoesNotSeeOurClasses(String name) throws Exception {
        assertThat(Distribution.holds(name)).as("there is such a class").isTrue();
        assertThat(probe.sees(name)).isFalse();
    }

    @Test
    void cassandraSeesTheBootClasses() {
        assertThat(probe.sees("io.rafiki.agent.boot.RafikiAgent")).isTrue();
    }

    @Test
    void ourThreadsKeepTheNodesContextClassLoader() {
        assertThat(probe.threadsWithForeignLoader()).isEmpty();
    }

    @Test
    void dl4jServesTheModel() throws Exception {
        assertThat(node.model()).containsEntry("engine", "dl4j");
    }

    /** The JVM's own account of who loaded what. */
    @Test
    void oneLoaderHoldsOurClassesAndNoneOfTheNodes() throws Exception {
        String loaders = (String) node.beans()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassloaders",
                        new Object[] {new String[] {"show-classes"}},
                        new String[] {String[].class.getName()});
        String ours = section(loaders, "io.rafiki.agent.boot.IsolatedLoader");
        assertThat(ours)
                .contains("io.rafiki.agent.AgentMain")
                .as("its own copy of what the node has too")
                .contains("com.fasterxml.jackson.databind.ObjectMapper");
        assertThat(ours.lines().map(IsolationIT::className))
                .noneMatch(name -> name.startsWith("org.slf4j.")
                        || name.startsWith("ch.qos.logback.")
                        || name.startsWith("org.apache.cassandra.")
                        || name.startsWith("com.codahale.")
                        || name.startsWith("com.github.benmanes."));
        String nodes = section(loaders, "jdk.internal.loader.ClassLoaders$AppClassLoader");
        assertThat(nodes).contains("org.apache.cassandra.service.CassandraDaemon");
        assertThat(nodes.lines().map(IsolationIT::className).filter(name -> name.startsWith("io.rafiki.")))
                .allMatch(name -> name.startsWith("io.rafiki.agent.boot.") || name.startsWith("io.rafiki.HostProbe"));
    }

    @Test
    void theAgentPrintsOneLineAtStart() throws Exception {
        List<String> lines =
                node.log().lines().filter(line -> line.startsWith("rafiki ")).toList();
        assertThat(lines).singleElement().asString().startsWith("rafiki waits for the node to be up (settings ");
    }

    /** The part of the tree that lists one loader's classes. */
    private static String section(String loaders, String loader) {
        StringBuilder section = new StringBuilder();
        boolean inside = false;
        for (String line : loaders.split("\n", -1)) {
            if (line.contains("+--")) {
                inside = line.contains(loader);
            } else if (inside) {
                section.append(line).append('\n');
            }
        }
        return section.toString();
    }

    private static String className(String line) {
        return line.replaceFirst("^[^A-Za-z]*(Classes: )?\\s*", "").strip();
    }
}
