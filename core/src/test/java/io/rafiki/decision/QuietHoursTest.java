package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuietHoursTest {

    private static final String BERLIN = "Europe/Berlin";

    /** A range as a calendar shows it. */
    private record Range(Set<DayOfWeek> days, LocalTime from, LocalTime to) {

        boolean contains(LocalDateTime wallClock) {
            LocalTime time = wallClock.toLocalTime();
            boolean today = days.contains(wallClock.getDayOfWeek());
            boolean sinceYesterday = days.contains(wallClock.getDayOfWeek().minus(1));
            return from.isBefore(to)
                    ? today && !time.isBefore(from) && time.isBefore(to)
                    : (today && !time.isBefore(from)) || (sinceYesterday && time.isBefore(to));
        }

        @Override
        public String toString() {
            return days.stream().map(Range::name).collect(Collectors.joining(",")) + " " + from + "-" + to;
        }

        private static String name(DayOfWeek day) {
            String name = day.name();
            return name.charAt(0) + name.substring(1, 3).toLowerCase(Locale.ROOT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {BERLIN, "America/New_York"})
    void agreeWithACalendarOnDaysWithAndWithoutAChangeOfTheClock(String name) {
        ZoneId zone = ZoneId.of(name);
        Random random = new Random(name.hashCode());
        List<Instant> changes = new ArrayList<>();
        for (Instant moment = Instant.parse("2026-01-01T00:00:00Z"); changes.size() < 4; ) {
            moment = zone.getRules().nextTransition(moment).getInstant();
            changes.add(moment);
        }
        int quiet = 0;
        for (int i = 0; i < 400; i++) {
            List<Range> ranges = ranges(random);
            QuietHours hours =
                    QuietHours.parse(ranges.stream().map(Range::toString).toList(), zone);
            Instant near = i % 2 == 0
                    ? changes.get(random.nextInt(changes.size())).plusSeconds(random.nextInt(-9_000, 9_000))
                    : Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(2 * 365 * 86_400));
            Optional<OffsetDateTime> expected = end(ranges, near, zone);
            assertThat(hours.until(near))
                    .as("%s at %s in %s", ranges, near, zone)
                    .isEqualTo(expected);
            quiet += expected.isPresent() ? 1 : 0;
        }
        assertThat(quiet).isBetween(50, 350);
    }

    /** One or two ranges; many begin or end in the hours in which a clock changes. At least a minute of the week is left. */
    private static List<Range> ranges(Random random) {
        List<Range> drawn = drawn(random);
        while (isWholeWeek(drawn)) {
            drawn = drawn(random);
        }
        return drawn;
    }

    private static boolean isWholeWeek(List<Range> ranges) {
        Instant start = Instant.parse("2026-01-05T00:00:00Z");
        return IntStream.range(0, 7 * 24 * 60)
                .allMatch(minute -> contains(ranges, start.plusSeconds(60L * minute), ZoneOffset.UTC));
    }

    private static List<Range> drawn(Random random) {
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(2); i++) {
            Set<DayOfWeek> days = EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)));
            for (DayOfWeek day : DayOfWeek.values()) {
                if (random.nextInt(3) > 0) {
                    days.add(day);
                }
            }
            LocalTime from = time(random);
            LocalTime to = time(random);
            ranges.add(new Range(days, from, to.equals(from) ? to.plusMinutes(30) : to));
        }
        return ranges;
    }

    private static LocalTime time(Random random) {
        return LocalTime.of(random.nextBoolean() ? random.nextInt(4) : random.nextInt(24), 15 * random.nextInt(4));
    }

    /** Looks at each minute. */
    private static Optional<OffsetDateTime> end(List<Range> ranges, Instant from, ZoneId zone) {
        Instant moment = from;
        while (contains(ranges, moment, zone)) {
            moment = moment.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
        }
        return moment.equals(from)
                ? Optional.empty()
                : Optional.of(moment.atZone(zone).toOffsetDateTime());
    }

    private static boolean contains(List<Range> ranges, Instant moment, ZoneId zone) {
        LocalDateTime wallClock = LocalDateTime.ofInstant(moment, zone);
        return ranges.stream().anyMatch(range -> range.contains(wallClock));
    }

    @Test
    void aRangeOverMidnightBelongsToTheDayOnWhichItStarts() {
        QuietHours hours = QuietHours.parse(List.of("Fri 22:00-06:00"), ZoneId.of("UTC"));
        OffsetDateTime end = OffsetDateTime.parse("2026-11-28T06:00Z");
        assertThat(hours.until(Instant.parse("2026-11-27T21:59:59Z"))).isEmpty();
        assertThat(hours.until(Instant.parse("2026-11-27T22:00:00Z"))).contains(end);
        assertThat(hours.until(Instant.parse("2026-11-28T05:59:59Z"))).contains(end);
        assertThat(hours.until(Instant.parse("2026-11-28T06:00:00Z"))).isEmpty();
        assertThat(hours.until(Instant.parse("2026-11-27T05:00:00Z")))
                .as("Friday morning")
                .isEmpty();
    }

    @Test
    void theWallClockDecidesWhenItChanges() {
        QuietHours hours = QuietHours.parse(List.of("Sun 02:30-04:00"), ZoneId.of(BERLIN));
        // 02:00 to 03:00 does not exist on 2026-03-29
        assertThat(hours.until(Instant.parse("2026-03-29T00:59:59Z"))).isEmpty();
        assertThat(hours.until(Instant.parse("2026-03-29T01:00:00Z")))
                .contains(OffsetDateTime.parse("2026-03-29T04:00+02:00"));
        // 02:00 to 03:00 occurs twice on 2026-10-25
        assertThat(hours.until(Instant.parse("2026-10-25T00:30:00Z")))
                .contains(OffsetDateTime.parse("2026-10-25T02:00+01:00"));
        assertThat(hours.until(Instant.parse("2026-10-25T01:00:00Z"))).isEmpty();
        assertThat(hours.until(Instant.parse("2026-10-25T01:30:00Z")))
                .contains(OffsetDateTime.parse("2026-10-25T04:00+01:00"));
    }

    @Test
    void rangesThatFollowEachOtherAreOne() {
        QuietHours hours = QuietHours.parse(
                List.of("Sat-Sun 00:00-24:00", "Fri 18:00-24:00", "Mon 00:00-08:00"), ZoneId.of("UTC"));
        assertThat(hours.until(Instant.parse("2026-11-27T18:00:00Z")))
                .contains(OffsetDateTime.parse("2026-11-30T08:00Z"));
    }

    @Test
    void daysAreAListOrARangeOverTheEndOfTheWeek() {
        QuietHours hours = QuietHours.parse(List.of("sat-Mon,WED 10:00-11:00", "12:00-13:00"), ZoneId.of("UTC"));
        List<Integer> quiet = new ArrayList<>();
        for (int day = 23; day <= 29; day++) {
            if (hours.until(Instant.parse("2026-11-" + day + "T10:30:00Z")).isPresent()) {
                quiet.add(day);
            }
            assertThat(hours.until(Instant.parse("2026-11-" + day + "T12:30:00Z")))
                    .isPresent();
        }
        assertThat(quiet).containsExactly(23, 25, 28, 29);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mon",
                "8-18",
                "Mon-Fri 08:00",
                "Mo 08:00-18:00",
                "Mon-Tue-Wed 08:00-09:00",
                "08:60-09:00",
                "24:00-06:00",
                "08:00-24:01",
                "Mon, 08:00-09:00",
                "-Mon 08:00-09:00"
            })
    void anInvalidRangeIsReportedInOneLine(String range) {
        assertThatThrownBy(() -> QuietHours.parse(List.of(range), ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(range)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aWeekWithoutOtherHoursIsRejected() {
        assertThatThrownBy(() -> QuietHours.parse(List.of("00:00-12:00", "12:00-00:00"), ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noRangeMeansNoQuietHours() {
        assertThat(QuietHours.parse(List.of(), ZoneId.of(BERLIN)).until(Instant.EPOCH))
                .isEmpty();
        assertThat(QuietHours.NONE.until(Instant.EPOCH)).isEmpty();
    }
}
