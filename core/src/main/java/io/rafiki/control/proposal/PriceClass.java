package io.rafiki.control.proposal;

import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.ReasonText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The best configuration whose changes cost no more than a limit.
 *
 * @param cost the limit; at least one change has this cost
 * @param plan the configuration, with gain, rewrite and changes
 * @param lowerBound lower end of the gain's interval, as a share
 * @param upperBound upper end, as a share
 * @param isAllowed whether {@code allowed_costs} permits all changes
 * @param startLines lines of cassandra.yaml, and names of table options: they set the changes, and the live values that the restart would
 *     lose; empty if it needs no restart
 */
public record PriceClass(
        ChangeCost cost, Plan plan, double lowerBound, double upperBound, boolean isAllowed, List<String> startLines) {

    public PriceClass {
        startLines = List.copyOf(startLines);
    }

    /**
     * The commands that apply it once, and the setting that permits it always; or the lines of cassandra.yaml.
     *
     * @param id of the decision that it was found with
     * @param mode present mode, which must permit changes first
     */
    public String command(String id, Mode mode) {
        if (cost == ChangeCost.NEXT_START) {
            return "restart with cassandra.yaml: " + String.join("; ", startLines);
        }
        return (mode.permitsChanges() ? "" : "rafiki mode approve && ")
                + "rafiki apply " + id + " --allow " + cost.label()
                + (isAllowed ? "" : "   # always: " + cost.label() + " in allowed_costs");
    }

    /** The changes, with the price of a rewrite of data. */
    public String changesText() {
        String changes = plan.changes().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return changes
                + plan.rewrite().map(ReasonText::of).map(price -> "; " + price).orElse("");
    }
}
