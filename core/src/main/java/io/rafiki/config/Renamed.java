package io.rafiki.config;

import java.util.Optional;

/** A value of a setting that had another name in an earlier release; files with that name stay valid. */
public interface Renamed {

    /** The earlier name, in lower case; empty if the name has not changed. */
    Optional<String> formerName();
}
