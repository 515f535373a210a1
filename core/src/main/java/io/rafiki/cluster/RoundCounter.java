package io.rafiki.cluster;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.Phase;
import java.util.ArrayList;
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

    /** The rounds of the phase that can show harm only; at most as many as a comparison has. */
    private final List<Round> harmOnly = new ArrayList<>();

    private Phase phase = Phase.BASELINE;
    private int disturbed;

    /** The same for problems of all peers after the change, and for peers that lack an earlier one. */
    private int burdened;

    /** Begins again: the present windows belong to no round. */
    void forget() {
        counted.clear();
        harmOnly.clear();
    }

    /**
     * The next round; empty until canary and all peers have a new window. The windows in which a phase begins belong to no round. Those with a
     * disturbance or a restart make a round that is not comparable. After the change, those with problems of all peers can still show harm, and
     * so can those in which a peer lacks an earlier change.
     *
     * @param now phase of the roll-out
     * @param lacking nodes that lack the change of an earlier roll-out
     */
    Optional<Round> next(PeerGroup group, Phase now, Map<String, Member> members, Set<String> lacking) {
        if (now != phase) {
            phase = now;
            forget();
        }
        List<String> ids = group.nodes();
        List<String> disturbing = disturbing(group, now, members);
        boolean isBurdened = now != Phase.BASELINE && disturbing.equals(group.peers());
        if (isBurdened || group.peers().stream().anyMatch(lacking::contains)) {
            burdened = DISTURBED;
        }
        if (ids.stream().anyMatch(id -> isRestarted(id, members))
                || lacking.contains(group.canary())
                || (!isBurdened && !disturbing.isEmpty())) {
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
        boolean showsHarm = disturbed == 0;
        boolean isComparable = showsHarm && burdened == 0;
        disturbed = Math.max(0, disturbed - 1);
        burdened = Math.max(0, burdened - 1);
        if (isFirst) {
            return Optional.empty();
        }
        Round round = new Round(
                members.get(group.canary()).window().orElseThrow(),
                group.peers().stream()
                        .map(id -> members.get(id).window().orElseThrow())
                        .toList());
        if (showsHarm && !isComparable && harmOnly.size() < RolloutStep.MOST_ROUNDS) {
            harmOnly.add(round);
        }
        return Optional.of(new Round(round.canary(), round.peers(), isComparable, harmOnly));
    }

    /** The nodes whose problems disturb the comparison. After the change, problems of the canary can follow from it. */
    static List<String> disturbing(PeerGroup group, Phase phase, Map<String, Member> members) {
        List<String> peers =
                group.peers().stream().filter(id -> isDisturbed(id, members)).toList();
        if (phase != Phase.BASELINE) {
            return peers;
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
