package io.rafiki.decision;

import io.rafiki.surrogate.Gain;
import java.util.Locale;
import java.util.Optional;

/**
 * On what terms the node's data may be rewritten now.
 *
 * @param price what it takes; empty if that is not known
 * @param obstacle why not now, in one phrase: something that passes by itself; empty if nothing stands in the way
 */
public record RewriteTerms(Optional<Rewrite> price, Optional<String> obstacle) {

    /**
     * What speaks against a plan that rewrites data, in one phrase with numbers; empty if nothing does.
     *
     * @param more the gain of that plan over the best that can be had without rewriting
     */
    public Optional<String> objection(Gain more, Limits limits) {
        if (obstacle.isPresent()) {
            return obstacle;
        }
        if (price.isEmpty()) {
            return Optional.of("the size of the tables is not known");
        }
        double least = more.lowerBound(limits.kappa());
        if (!(least >= limits.minGain())) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "its own gain is %.1f%% +- %.1f%%, lower bound %.1f%% < %.1f%%",
                    100 * more.mean(),
                    100 * more.deviation(),
                    100 * least,
                    100 * limits.minGain()));
        }
        boolean pays = price.get()
                .payback(least)
                .filter(after -> after.compareTo(limits.rewriting().lookAhead()) <= 0)
                .isPresent();
        return pays
                ? Optional.empty()
                : Optional.of(price.get().text(least) + ", later than the look-ahead of "
                        + Rewrite.time(limits.rewriting().lookAhead()));
    }
}
