package io.rafiki.control;

import io.rafiki.control.record.ControlLog;
import java.util.ArrayList;
import java.util.List;

/** A log that a test reads. */
final class RecordedLog implements ControlLog {

    final List<String> infos = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();

    @Override
    public void debug(String line) {
        // no test reads them
    }

    @Override
    public void info(String line) {
        infos.add(line);
    }

    @Override
    public void warn(String line) {
        warnings.add(line);
    }
}
