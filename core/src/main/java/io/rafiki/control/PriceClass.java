package io.rafiki.control;

import io.rafiki.decision.Plan;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.ReasonText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The best configuration whose changes cost no more than a limit.
 *
 * @param cost the limit; at least one change has this cost
 * @param plan the configuration, with gain, rewrite and changes
 * @param lowerBound lower end of the gain's interval, as a share
 * @param upperBound upper end, as a share
 * @param isAllowed whether {@code allowed_costs} permits all changes
 */
public record PriceClass(ChangeCost cost, Plan plan, double lowerBound, double upperBound, boolean isAllowed) {

    /**
     * The command that applies it or, for a restart, prints what the next start needs.
     *
     * @param id of the proposal
     */
    public String command(String id) {
        if (cost == ChangeCost.NEXT_START) {
            return "rafiki export " + id + " --as cassandra.yaml";
        }
        return "rafiki apply " + id + (isAllowed ? "" : " --allow " + name());
    }

    /** {@code rewrites_data}. */
    public String name() {
        return cost.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The members of its JSON object. Gains are in percent, times in seconds. Absent values are left out.
     *
     * @param id of the proposal
     */
    public Map<String, Object> data(String id) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("cost", name());
        data.put("gainPercent", 100 * plan.gain().mean());
        data.put("lowerPercent", 100 * lowerBound);
        data.put("upperPercent", 100 * upperBound);
        data.put("configuration", plan.to().toString());
        data.put(
                "changes",
                plan.changes().stream()
                        .map(String::valueOf)
                        .reduce((a, b) -> a + ", " + b)
                        .orElse(""));
        plan.rewrite().ifPresent(rewrite -> {
            data.put("rewriteBytes", rewrite.cost().bytes());
            data.put("rewriteSeconds", rewrite.cost().duration().expected().toMillis() / 1e3);
            data.put("paybackSeconds", rewrite.payback().toMillis() / 1e3);
        });
        plan.deferred().ifPresent(deferred -> data.put("deferred", ReasonText.of(deferred)));
        data.put("allowed", isAllowed);
        data.put("command", command(id));
        return data;
    }
}
