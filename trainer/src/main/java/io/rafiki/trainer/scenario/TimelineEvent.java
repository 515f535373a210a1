package io.rafiki.trainer.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * An event of the tuner.
 *
 * @param second time from the first operation
 * @param kind a decision, or the begin or end of a rewrite
 * @param code code of the decision's reason; empty for a rewrite
 * @param text the tuner's own line
 * @param configuration what differs from the baseline after a change; null for other events
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimelineEvent(double second, Kind kind, String code, String text, String configuration) {

    /** Code of a hold because the workload is still that of the last decision. */
    public static final String WORKLOAD_UNCHANGED = "workload_unchanged";

    /** Start of the codes of holds because a trial compaction is due or runs. */
    private static final String TRIAL = "trial_compaction_";

    /** Codes of holds that decide nothing, because the window shows no stationary node. */
    private static final Set<String> UNDECIDED = Set.of("not_stationary", "window_invalid", "too_few_operations");

    /** The kinds of events: the tuner's decisions, and the node's rewrites of data. */
    public enum Kind {
        HOLD,
        PROPOSE,
        APPLY,
        ROLLBACK,
        /** The node begins to rewrite data. */
        REWRITING,
        /** The node has rewritten its data. */
        SETTLED;

        @JsonValue
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /** The begin or the end of a rewrite. */
    public static TimelineEvent rewrite(double second, Kind kind, String text) {
        return new TimelineEvent(second, kind, "", text, null);
    }

    /** Whether the node was changed. */
    public boolean isChange() {
        return kind == Kind.APPLY || kind == Kind.ROLLBACK;
    }

    /** The second of the first change from one second until before another; empty without a change. */
    static OptionalDouble firstChange(List<TimelineEvent> events, double from, double to) {
        return events.stream()
                .filter(TimelineEvent::isChange)
                .mapToDouble(TimelineEvent::second)
                .filter(second -> second >= from && second < to)
                .findFirst();
    }

    /** Whether a rewrite of data began or ended. */
    boolean isRewrite() {
        return kind == Kind.REWRITING || kind == Kind.SETTLED;
    }

    /** Whether a trial compaction precedes the tuner's next decision. */
    static boolean isTrialOpen(List<TimelineEvent> events) {
        return events.stream()
                .filter(event -> !UNDECIDED.contains(event.code))
                .reduce((earlier, later) -> later)
                .filter(event -> event.code.startsWith(TRIAL))
                .isPresent();
    }

    /** The same event with another configuration. */
    TimelineEvent with(String other) {
        return new TimelineEvent(second, kind, code, text, other);
    }

    /** The configuration after the last change before a second; empty if there was none. */
    static Optional<String> configuration(List<TimelineEvent> events, double second) {
        return events.stream()
                .filter(event -> event.second() <= second)
                .map(TimelineEvent::configuration)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later);
    }
}
