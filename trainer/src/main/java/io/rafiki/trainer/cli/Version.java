package io.rafiki.trainer.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the trainer's jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Rafiki.class.getPackage().getImplementationVersion();
        return new String[] {"rafiki " + (version == null ? "(not packaged)" : version)};
    }
}
