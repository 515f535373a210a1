package io.rafiki.agent.dl4j;

import io.rafiki.reason.Reason;

/** Why DL4J does not confirm the predictions of the compiled evaluator. */
public sealed interface Dl4jFailure extends Reason {

    /** DL4J's jars are not on the class path. */
    record Dl4jJarsMissing(String message) implements Dl4jFailure {}

    /** DL4J or its native libraries cannot be loaded. */
    record Dl4jUnusable(String error) implements Dl4jFailure {}
}
