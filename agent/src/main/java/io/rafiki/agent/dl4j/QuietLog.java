package io.rafiki.agent.dl4j;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a library's chatter out of the node's log, unless the operator gave its logger a level in logback.xml. */
final class QuietLog {

    private QuietLog() {}

    static void onlyWarnings(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger && logger.getLevel() == null) {
            logger.setLevel(Level.WARN);
        }
    }
}
