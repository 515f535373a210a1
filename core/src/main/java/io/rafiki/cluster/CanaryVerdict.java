package io.rafiki.cluster;

import java.util.Locale;

/**
 * The result of a comparison of a canary with its peers.
 *
 * @param metric that decided; null without one
 * @param amount relative effect on the metric, or the number of errors
 */
public record CanaryVerdict(Kind kind, PeerMetric metric, double amount) {

    /** No verdict yet. */
    static final CanaryVerdict NONE = new CanaryVerdict(Kind.NONE, null, 0);

    /** The kinds of verdicts. */
    public enum Kind {
        NONE,
        BETTER,
        WORSE,
        /** The canary has errors that its peers do not have. */
        ERRORS
    }

    /** Whether the comparison is over. */
    public boolean isReached() {
        return kind != Kind.NONE;
    }

    /** Whether the change must be undone. */
    public boolean isHarm() {
        return kind == Kind.WORSE || kind == Kind.ERRORS;
    }

    /** One phrase for the operator. */
    public String text() {
        return switch (kind) {
            case NONE -> "no difference is shown yet";
            case BETTER, WORSE ->
                String.format(
                        Locale.ROOT,
                        "the canary is %s than its peers: %s %+.0f %%",
                        kind == Kind.BETTER ? "better" : "worse",
                        metric.label(),
                        100 * amount);
            case ERRORS -> String.format(Locale.ROOT, "the canary had %.0f errors that its peers did not have", amount);
        };
    }
}
