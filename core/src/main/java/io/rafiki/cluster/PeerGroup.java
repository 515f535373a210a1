package io.rafiki.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A canary and the peers that it is compared with: healthy nodes of the same rack with the same versions, configuration and workload.
 *
 * @param canary id
 * @param peers ids, two or more
 */
public record PeerGroup(String canary, List<String> peers) {

    /** Fewer peers cannot tell a disturbance of one of them from an effect. */
    private static final int LEAST = 2;

    /** Largest difference of the read ratios of canary and peer. */
    private static final double SAME_WORKLOAD = 0.1;

    public PeerGroup {
        peers = List.copyOf(peers);
    }

    /** The canary and its peers. */
    List<String> nodes() {
        return Stream.concat(Stream.of(canary), peers.stream()).toList();
    }

    /** The canary with the most peers, the first by id among equals; empty if no node has enough of them. */
    public static Optional<PeerGroup> of(List<Member> members) {
        return members.stream()
                .min(bestCanary(members))
                .map(canary -> new PeerGroup(canary.id(), peers(canary, members)))
                .filter(group -> group.peers().size() >= LEAST);
    }

    /** Why no node can be a canary, in one phrase: the size of the largest rack, or how nodes differ from the best canary. */
    static String obstacle(List<Member> members) {
        int largest = members.stream()
                .mapToInt(member -> rack(member, members).size())
                .max()
                .orElse(0);
        if (largest <= LEAST) {
            return "nodes of the largest rack: " + largest + ", expected at least " + (LEAST + 1);
        }
        List<Member> candidates = members.stream()
                .filter(member -> rack(member, members).size() > LEAST)
                .toList();
        Member canary = candidates.stream().min(bestCanary(members)).orElseThrow();
        String peers =
                "peers of " + canary.address() + ": " + peers(canary, members).size() + ", expected at least " + LEAST;
        return Stream.concat(
                        Stream.of(peers),
                        rack(canary, members).stream().flatMap(member -> difference(canary, member).stream()
                                .map(why -> member.address() + ": " + why)))
                .collect(Collectors.joining("; "));
    }

    private static Comparator<Member> bestCanary(List<Member> members) {
        return Comparator.<Member>comparingInt(canary -> -peers(canary, members).size())
                .thenComparing(canary -> unready(canary).isPresent())
                .thenComparing(Member::id);
    }

    private static List<Member> rack(Member of, List<Member> members) {
        return members.stream()
                .filter(member -> member.rack().equals(of.rack()))
                .toList();
    }

    private static List<String> peers(Member canary, List<Member> members) {
        return rack(canary, members).stream()
                .filter(peer -> unready(canary).isEmpty()
                        && !peer.id().equals(canary.id())
                        && difference(canary, peer).isEmpty())
                .map(Member::id)
                .sorted()
                .toList();
    }

    /** Why a node cannot be compared with any other; empty if it can. */
    private static Optional<String> unready(Member member) {
        return member.window().isEmpty() ? Optional.of("no window yet") : member.problem();
    }

    /** Why a node of the canary's rack is not its peer; empty if it is. */
    private static Optional<String> difference(Member canary, Member peer) {
        Optional<String> unready = unready(peer);
        if (unready.isPresent()) {
            return unready;
        }
        if (!peer.versions().equals(canary.versions())) {
            return Optional.of("versions " + peer.versions() + " against " + canary.versions());
        }
        if (!peer.configuration().equals(canary.configuration())) {
            return Optional.of("configuration " + peer.configuration() + " against " + canary.configuration());
        }
        double reads = peer.window().orElseThrow().readRatio();
        double canaryReads = canary.window().orElseThrow().readRatio();
        return Math.abs(reads - canaryReads) <= SAME_WORKLOAD
                ? Optional.empty()
                : Optional.of("read ratio " + rounded(reads) + " against " + rounded(canaryReads) + ", limit "
                        + SAME_WORKLOAD);
    }

    private static double rounded(double ratio) {
        return Math.round(100 * ratio) / 100.0;
    }
}
