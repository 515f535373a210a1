package io.rafiki.agent;

import io.rafiki.control.record.ControlLog;
import io.rafiki.reason.PlainText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the control loop's lines to Cassandra's log, each as one plain line. */
final class Slf4jControlLog implements ControlLog {

    private final Logger logger = LoggerFactory.getLogger("io.rafiki");

    @Override
    public void debug(String line) {
        logger.debug("{}", PlainText.of(line));
    }

    @Override
    public void info(String line) {
        logger.info("{}", PlainText.of(line));
    }

    @Override
    public void warn(String line) {
        logger.warn("{}", PlainText.of(line));
    }
}
