package io.rafiki.agent;

import io.rafiki.control.ControlLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the control loop's lines to Cassandra's log. */
final class Slf4jControlLog implements ControlLog {

    private final Logger logger = LoggerFactory.getLogger("io.rafiki");

    @Override
    public void debug(String line) {
        logger.debug("{}", line);
    }

    @Override
    public void info(String line) {
        logger.info("{}", line);
    }

    @Override
    public void warn(String line) {
        logger.warn("{}", line);
    }
}
