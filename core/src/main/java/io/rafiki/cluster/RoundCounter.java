package io.rafiki.cluster;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes rounds of a comparison from the reports of canary and peers, each window once. */
final class RoundCounter {

    private final Map<String, Long> counted = new HashMap<>();
    private Phase phase = Phase.BASELINE;

    /** Begins again: the present windows belong to no round. */
    void forget() {
        counted.clear();
    }

    /**
     * The next round; empty until canary and all peers have a new window. The windows in which a phase begins belong to no round.
     *
     * @param now phase of the roll-out
     */
    Optional<Round> next(PeerGroup group, Phase now, Map<String, Member> members) {
        if (now != phase) {
            phase = now;
            forget();
        }
        List<String> ids = new ArrayList<>(List.of(group.canary()));
        ids.addAll(group.peers());
        boolean isNew = ids.stream()
                .allMatch(id -> members.containsKey(id)
                        && members.get(id).window().isPresent()
                        && !Long.valueOf(members.get(id).windows()).equals(counted.get(id)));
        if (!isNew) {
            return Optional.empty();
        }
        boolean isFirst = counted.isEmpty();
        ids.forEach(id -> counted.put(id, members.get(id).windows()));
        return isFirst
                ? Optional.empty()
                : Optional.of(new Round(
                        members.get(group.canary()).window().orElseThrow(),
                        group.peers().stream()
                                .map(id -> members.get(id).window().orElseThrow())
                                .toList()));
    }
}
