package io.rafiki.cluster;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes rounds of a comparison from the reports of canary and peers, each window once. */
final class RoundCounter {

    /** Sets of windows that can contain a part of a disturbance after its end: the one that had ended, and the one that had begun. */
    private static final int DISTURBED = 2;

    /** Sets of windows that can contain an error at one time: those of a round, and of the rounds before and after it. */
    private static final int NEIGHBOURS = 3;

    /** Modes in which a node has a problem for that reason alone. */
    private static final Set<String> UNCHANGING = Set.of("observe", "advise");

    private final Map<String, Long> counted = new HashMap<>();

    /** The rounds of the phase that can show harm only; at most as many as a comparison has. */
    private final List<Round> harmOnly = new ArrayList<>();

    /** Errors of the worst peer in the last sets of windows, in chronological order. */
    private final Deque<Long> peerErrors = new ArrayDeque<>();

    private Optional<Round> newest = Optional.empty();

    /** Hash of the configuration that the nodes had when the phase began; before the change, that of all nodes. */
    private Optional<String> configuration = Optional.empty();

    private Phase phase = Phase.BASELINE;
    private boolean reconfigured;
    private int disturbed;

    /** The same for problems of all peers after the change, and for peers that lack an earlier one. */
    private int burdened;

    /** Begins again: the present windows belong to no round. */
    void forget() {
        counted.clear();
        harmOnly.clear();
        peerErrors.clear();
        newest = Optional.empty();
        configuration = Optional.empty();
    }

    /**
     * The round before the newest one, with the peers' errors of both and of the one before; empty without a new one. Windows of the nodes end at
     * different times, so errors at one time can belong to neighbouring rounds. The parameters are those of {@link #next}.
     */
    Optional<Round> judged(PeerGroup group, Phase now, Map<String, Member> members, Set<String> lacking) {
        Optional<Round> made = next(group, now, members, lacking);
        if (made.isEmpty()) {
            return Optional.empty();
        }
        Optional<Round> due = newest.map(round -> round.withPeerErrors(Collections.max(peerErrors)));
        newest = made;
        return due;
    }

    /**
     * The next round; empty until canary and peers have a new window. The windows in which a phase begins belong to no round. Those with a
     * disturbance, a restart or another configuration make a round that is not comparable. After the change, a peer without a report or window
     * is left out, and the round is not comparable. Windows with problems of all peers, or with a peer that lacks an earlier change, can still
     * show harm.
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
        reconfigured = isReconfigured(group, members, lacking);
        if (reconfigured
                || ids.stream().anyMatch(id -> isRestarted(id, members))
                || lacking.contains(group.canary())
                || (!isBurdened && !disturbing.isEmpty())) {
            disturbed = DISTURBED;
        }
        List<String> measured =
                ids.stream().filter(id -> hasWindow(id, members)).toList();
        boolean isComplete = measured.equals(ids);
        boolean isEnough = measured.contains(group.canary()) && measured.size() > 1 && now != Phase.BASELINE;
        if (!(isComplete || isEnough) || !measured.stream().allMatch(id -> isNew(members.get(id)))) {
            return Optional.empty();
        }
        boolean isFirst = counted.isEmpty();
        measured.forEach(id -> counted.put(id, members.get(id).windows()));
        Round round = new Round(
                members.get(group.canary()).window().orElseThrow(),
                measured.stream()
                        .filter(id -> !id.equals(group.canary()))
                        .map(id -> members.get(id).window().orElseThrow())
                        .toList());
        peerErrors.addLast(round.peerErrors());
        if (peerErrors.size() > NEIGHBOURS) {
            peerErrors.removeFirst();
        }
        boolean showsHarm = disturbed == 0 && isComplete;
        boolean isComparable = showsHarm && burdened == 0;
        disturbed = Math.max(0, disturbed - 1);
        burdened = Math.max(0, burdened - 1);
        if (isFirst) {
            return Optional.empty();
        }
        if (showsHarm && !isComparable && harmOnly.size() < RolloutStep.MOST_ROUNDS) {
            harmOnly.add(round);
        }
        return Optional.of(new Round(round.canary(), round.peers(), isComparable, harmOnly));
    }

    /** Whether a node of the comparison has another configuration than when the phase began, as of the last call. */
    boolean isReconfigured() {
        return reconfigured;
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

    private boolean isReconfigured(PeerGroup group, Map<String, Member> members, Set<String> lacking) {
        Set<String> found = configurations(group, phase, members, lacking);
        configuration = configuration.or(() -> found.stream().findFirst());
        boolean isChanged = !found.stream().allMatch(configuration.orElse("")::equals);
        if (phase == Phase.BASELINE && found.size() == 1) {
            // before the change, canary and peers have it alike
            configuration = found.stream().findFirst();
        }
        return isChanged;
    }

    /**
     * Hashes of the configurations of a comparison: one, unless nodes were configured meanwhile. After the change, that of the canary differs and
     * does not count.
     *
     * @param without nodes that do not count either
     */
    static Set<String> configurations(PeerGroup group, Phase phase, Map<String, Member> members, Set<String> without) {
        List<String> equal = phase == Phase.BASELINE ? group.nodes() : group.peers();
        return equal.stream()
                .filter(id -> members.containsKey(id) && !without.contains(id))
                .map(id -> members.get(id).configuration())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether a node reports a window. */
    static boolean hasWindow(String id, Map<String, Member> members) {
        return members.containsKey(id) && members.get(id).window().isPresent();
    }

    private boolean isNew(Member member) {
        return !Long.valueOf(member.windows()).equals(counted.get(member.id()));
    }

    /** Whether a node does not report, or counts its windows again. */
    private boolean isRestarted(String id, Map<String, Member> members) {
        return !members.containsKey(id) || members.get(id).windows() < counted.getOrDefault(id, 0L);
    }

    private static boolean isUnhealthy(String id, Map<String, Member> members) {
        return members.containsKey(id) && !members.get(id).isHealthy();
    }
}
