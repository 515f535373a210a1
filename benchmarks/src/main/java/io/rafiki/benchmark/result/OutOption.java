package io.rafiki.benchmark.result;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --out} of every benchmark that leaves files. */
public final class OutOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of all files, with the results of earlier runs. Default: runs/bench-${COMMAND-NAME}.")
    private Optional<Path> named = Optional.empty();

    /** The given folder, or the one of the benchmark. */
    public Path folder() {
        return named.orElseGet(() -> Path.of("runs", "bench-" + spec.name()))
                .toAbsolutePath()
                .normalize();
    }
}
