package io.rafiki.trainer.trial;

import java.nio.file.Path;
import java.util.List;

/**
 * The Cassandra that trials run on.
 *
 * @param version release
 * @param jars its class path
 */
public record CassandraInstallation(String version, List<Path> jars) {

    public CassandraInstallation {
        jars = List.copyOf(jars);
    }
}
