package io.rafiki.decision;

import java.util.List;

/** The cost of a rewrite on a node, as last read. */
@FunctionalInterface
public interface RewritePrice {

    /** The cost of a plan's changes. */
    RewriteCost of(List<Change> changes);
}
