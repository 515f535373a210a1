package io.rafiki.agent.dl4j;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Limits a library's log output in the node, unless the operator set its level in logback.xml. */
final class LogSilencer {

    private LogSilencer() {}

    static void limitToWarnings(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger && logger.getLevel() == null) {
            logger.setLevel(Level.WARN);
        }
    }
}
