package io.rafiki;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests one node with the agent in it, started with the first test that asks and stopped after the last.
 *
 * <p>The agent observes only; tests set the knobs. {@link HostProbe} is in the node too.
 */
final class SharedNode implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealNode.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedNode.class))
                .getOrComputeIfAbsent("node", key -> Running.start(), Running.class)
                .node();
    }

    /** Where JavaCPP unpacked the libraries for this JVM too: 400 MB once. */
    static Path nativeCache() {
        return Path.of(System.getProperty("user.home"), ".javacpp", "cache");
    }

    private record Running(RealNode node, Path folder) implements AutoCloseable {

        static Running start() {
            try {
                Path target = Path.of("target").toAbsolutePath();
                Path folder = Files.createTempDirectory(target, "node");
                Path settings = Files.writeString(
                        folder.resolve("rafiki.yaml"),
                        String.format(
                                "mode: observe%nwindow: 2s%nchunk_cache: true%nmodel: %s%nnative_cache: %s%n",
                                SmallModel.write(folder.resolve("model.zip")), nativeCache()));
                RealNode node = RealNode.start(folder, ProbeJar.agent(folder), RealNode.agent(settings));
                node.awaitTuner();
                return new Running(node, folder);
            } catch (IOException | InterruptedException | ConfigException failure) {
                throw new IllegalStateException("the node cannot be started: " + failure, failure);
            }
        }

        @Override
        public void close() throws IOException {
            node.close();
            FileTrees.delete(folder);
        }
    }
}
