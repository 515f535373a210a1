package io.rafiki.trainer.cli;

import picocli.CommandLine.Option;

/** The options for the format of a result. */
public final class Output {

    /** The forms of a result. */
    enum Format {
        /** Aligned text for people. */
        table,
        /** One JSON value on standard output for programs. */
        json
    }

    @Option(
            names = {"-F", "--format"},
            paramLabel = "table|json",
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    public boolean isJson() {
        return format == Format.json;
    }
}
