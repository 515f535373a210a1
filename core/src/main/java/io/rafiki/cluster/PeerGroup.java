package io.rafiki.cluster;

import java.util.List;
import java.util.Optional;

/**
 * A canary and the peers that it is compared with: healthy nodes of the same rack with the same versions, configuration and workload.
 *
 * @param canary id
 * @param peers ids, two or more
 */
public record PeerGroup(String canary, List<String> peers) {

    /** Fewer peers cannot tell a disturbance of one of them from an effect. */
    static final int LEAST = 2;

    /** Largest difference of the read ratios of canary and peer. */
    private static final double SAME_WORKLOAD = 0.1;

    public PeerGroup {
        peers = List.copyOf(peers);
    }

    /** The canary with the most peers, the first by id among equals; empty if no node has enough of them. */
    public static Optional<PeerGroup> of(List<Member> members) {
        return members.stream()
                .filter(Member::isHealthy)
                .filter(member -> member.window().isPresent())
                .map(canary -> new PeerGroup(
                        canary.id(),
                        members.stream()
                                .filter(peer -> isPeer(canary, peer))
                                .map(Member::id)
                                .sorted()
                                .toList()))
                .filter(group -> group.peers().size() >= LEAST)
                .min((one, other) -> one.peers().size() == other.peers().size()
                        ? one.canary().compareTo(other.canary())
                        : other.peers().size() - one.peers().size());
    }

    private static boolean isPeer(Member canary, Member peer) {
        return !peer.id().equals(canary.id())
                && peer.isHealthy()
                && peer.rack().equals(canary.rack())
                && peer.versions().equals(canary.versions())
                && peer.configuration().equals(canary.configuration())
                && peer.window()
                        .filter(window -> Math.abs(window.readRatio()
                                        - canary.window().orElseThrow().readRatio())
                                <= SAME_WORKLOAD)
                        .isPresent();
    }
}
