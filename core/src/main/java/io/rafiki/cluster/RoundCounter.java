package io.rafiki.cluster;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes rounds of a comparison from the reports of canary and peers, each window once. */
final class RoundCounter {

    /** Sets of windows that can contain a part of a disturbance after its end: the one that had ended, and the one that had begun. */
    private static final int DISTURBED = 2;

    /** Modes in which a node has a problem for that reason alone. */
    private static final Set<String> UNCHANGING = Set.of("observe", "advise");

    private final Map<String, Long> counted = new HashMap<>();
    private Phase phase = Phase.BASELINE;
    private int disturbed;

    /** Begins again: the present windows belong to no round. */
    void forget() {
        counted.clear();
    }

    /**
     * The next round; empty until canary and all peers have a new window. The windows in which a phase begins belong to no round. Those with a
     * disturbance or a restart make a round that is not comparable.
     *
     * @param now phase of the roll-out
     */
    Optional<Round> next(PeerGroup group, Phase now, Map<String, Member> members) {
        if (now != phase) {
            phase = now;
            forget();
        }
        List<String> ids = group.nodes();
        if (ids.stream().anyMatch(id -> isRestarted(id, members))
                || !disturbing(group, now, members).isEmpty()) {
            disturbed = DISTURBED;
        }
        boolean isNew = ids.stream()
                .allMatch(id -> members.containsKey(id)
                        && members.get(id).window().isPresent()
                        && !Long.valueOf(members.get(id).windows()).equals(counted.get(id)));
        if (!isNew) {
            return Optional.empty();
        }
        boolean isFirst = counted.isEmpty();
        ids.forEach(id -> counted.put(id, members.get(id).windows()));
        boolean isComparable = disturbed == 0;
        disturbed = Math.max(0, disturbed - 1);
        return isFirst
                ? Optional.empty()
                : Optional.of(new Round(
                        members.get(group.canary()).window().orElseThrow(),
                        group.peers().stream()
                                .map(id -> members.get(id).window().orElseThrow())
                                .toList(),
                        isComparable));
    }

    /** The nodes whose problems disturb the comparison. After the change, problems of the canary or of all peers can follow from it. */
    static List<String> disturbing(PeerGroup group, Phase phase, Map<String, Member> members) {
        List<String> peers =
                group.peers().stream().filter(id -> isDisturbed(id, members)).toList();
        if (phase != Phase.BASELINE) {
            return peers.size() < group.peers().size() ? peers : List.of();
        }
        return Stream.concat(Stream.of(group.canary()).filter(id -> isUnhealthy(id, members)), peers.stream())
                .toList();
    }

    /** A peer whose mode permits no change serves its clients as usual. */
    private static boolean isDisturbed(String peer, Map<String, Member> members) {
        return isUnhealthy(peer, members)
                && !UNCHANGING.contains(members.get(peer).mode());
    }

    /** Whether a node does not report, or counts its windows again. */
    private boolean isRestarted(String id, Map<String, Member> members) {
        return !members.containsKey(id) || members.get(id).windows() < counted.getOrDefault(id, 0L);
    }

    private static boolean isUnhealthy(String id, Map<String, Member> members) {
        return members.containsKey(id) && !members.get(id).isHealthy();
    }
}
