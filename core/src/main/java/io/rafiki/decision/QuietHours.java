package io.rafiki.decision;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The hours of a week in which the tuner changes nothing by itself.
 *
 * <p>The wall clock of the zone decides, also on days on which that clock is set forward or back. A range that ends before it starts
 * ends on the next day.
 */
public final class QuietHours {

    private static final int DAY = 24 * 60;
    private static final int WEEK = 7 * DAY;
    private static final String FORM =
            "a range such as \"Mon-Fri 08:00-18:00\", \"Sat,Sun 22:00-06:00\" or \"22:00-06:00\"";
    private static final Pattern RANGE = Pattern.compile("(?:(\\S+)\\s+)?(\\d{2}):(\\d{2})\\s*-\\s*(\\d{2}):(\\d{2})");
    private static final Map<String, Integer> DAYS = Stream.of(DayOfWeek.values())
            .collect(Collectors.toUnmodifiableMap(
                    day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT), day -> day.getValue() - 1));

    /** No quiet hours. */
    public static final QuietHours NONE = new QuietHours(new BitSet(), ZoneId.of("UTC"));

    /** The quiet minutes of a week that starts on Monday at 0:00. */
    private final BitSet minutes;

    private final ZoneId zone;

    private QuietHours(BitSet minutes, ZoneId zone) {
        this.minutes = minutes;
        this.zone = zone;
    }

    /**
     * Parses ranges, which can overlap.
     *
     * @throws IllegalArgumentException with one line, if a range is invalid, or all hours of the week are quiet
     */
    public static QuietHours parse(List<String> ranges, ZoneId zone) {
        BitSet minutes = new BitSet(WEEK);
        for (String range : ranges) {
            add(minutes, range);
        }
        if (minutes.cardinality() == WEEK) {
            throw new IllegalArgumentException(
                    "expected hours outside the quiet hours, found none. Set mode: approve instead.");
        }
        return new QuietHours(minutes, zone);
    }

    private static void add(BitSet minutes, String range) {
        Matcher form = RANGE.matcher(range.strip());
        if (!form.matches()) {
            throw wrong(range);
        }
        int from = minute(form.group(2), form.group(3), range);
        int to = minute(form.group(4), form.group(5), range);
        if (from == DAY) {
            throw wrong(range);
        }
        int length = to > from ? to - from : to - from + DAY;
        BitSet days = days(form.group(1), range);
        for (int day = days.nextSetBit(0); day >= 0; day = days.nextSetBit(day + 1)) {
            for (int i = 0; i < length; i++) {
                minutes.set((day * DAY + from + i) % WEEK);
            }
        }
    }

    /** The days of a list such as {@code Mon-Thu,Sat}; all days without one. */
    private static BitSet days(String text, String range) {
        BitSet days = new BitSet(7);
        if (text == null) {
            days.set(0, 7);
            return days;
        }
        for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] ends = part.split("-", -1);
            Integer first = DAYS.get(ends[0]);
            Integer last = DAYS.get(ends[ends.length - 1]);
            if (ends.length > 2 || first == null || last == null) {
                throw wrong(range);
            }
            for (int day = first; day != last; day = (day + 1) % 7) {
                days.set(day);
            }
            days.set(last);
        }
        return days;
    }

    private static int minute(String hour, String minute, String range) {
        int minutes = Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
        if (Integer.parseInt(minute) > 59 || minutes > DAY) {
            throw wrong(range);
        }
        return minutes;
    }

    private static IllegalArgumentException wrong(String range) {
        return new IllegalArgumentException("expected " + FORM + ", found " + range + ".");
    }

    /** The end of the quiet hours that contain the moment, in their zone; empty if none contains it. */
    public Optional<OffsetDateTime> until(Instant now) {
        if (!contains(now.atZone(zone))) {
            return Optional.empty();
        }
        ZonedDateTime moment = now.atZone(zone);
        while (contains(moment)) {
            moment = next(moment);
        }
        return Optional.of(moment.toOffsetDateTime());
    }

    private boolean contains(ZonedDateTime moment) {
        return minutes.get(minute(moment.toLocalDateTime()));
    }

    /** The first moment that is not quiet, or the next change of the clock if that comes first. */
    private ZonedDateTime next(ZonedDateTime moment) {
        int minute = minute(moment.toLocalDateTime());
        int end = minutes.nextClearBit(minute);
        int ahead = end < WEEK ? end - minute : WEEK - minute + minutes.nextClearBit(0);
        Instant next = moment.toLocalDateTime()
                .truncatedTo(ChronoUnit.MINUTES)
                .plusMinutes(ahead)
                .toInstant(moment.getOffset());
        ZoneOffsetTransition change = zone.getRules().nextTransition(moment.toInstant());
        return (change == null || next.isBefore(change.getInstant()) ? next : change.getInstant()).atZone(zone);
    }

    private static int minute(LocalDateTime wallClock) {
        return (wallClock.getDayOfWeek().getValue() - 1) * DAY + wallClock.getHour() * 60 + wallClock.getMinute();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QuietHours that && minutes.equals(that.minutes) && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return 31 * minutes.hashCode() + zone.hashCode();
    }

    /** The number of quiet minutes per week and the zone. */
    @Override
    public String toString() {
        return minutes.cardinality() + " min per week in " + zone;
    }
}
