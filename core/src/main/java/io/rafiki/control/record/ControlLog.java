package io.rafiki.control.record;

/** Receives one line for each event of the control loop. */
public interface ControlLog {

    /** Discards every line. */
    ControlLog NONE = new ControlLog() {

        @Override
        public void debug(String line) {}

        @Override
        public void info(String line) {}

        @Override
        public void warn(String line) {}
    };

    /** Receives a line for developers. */
    void debug(String line);

    /** Receives a line for operators. */
    void info(String line);

    /** Receives a line about something that an operator should correct. */
    void warn(String line);
}
