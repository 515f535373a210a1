package io.rafiki.trainer.scenario.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that only {@link #advance} moves. */
final class ManualClock extends Clock {

    private Instant now;

    ManualClock(Instant now) {
        this.now = now;
    }

    void advance(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** The zone does not change the time. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
