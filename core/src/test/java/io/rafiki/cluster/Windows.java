package io.rafiki.cluster;

import io.rafiki.cluster.PeerWindow.Times;
import java.util.Optional;

/** Reports of nodes for tests. */
final class Windows {

    static final PeerWindow USUAL = window(400);

    private Windows() {}

    static PeerWindow window(double serviceMicros) {
        return new PeerWindow(
                0.5,
                0.5,
                new Times(1.5 * serviceMicros, 0.5 * serviceMicros),
                new Times(2_000, 2_000),
                serviceMicros / 4,
                0,
                0,
                0);
    }

    /** The same window with another number of errors. */
    static PeerWindow withErrors(PeerWindow window, long errors) {
        return new PeerWindow(
                window.readRatio(),
                window.replicaReadRatio(),
                window.mean(),
                window.tail(),
                window.cpuMicros(),
                window.diskReads(),
                window.debt(),
                errors);
    }

    /** A healthy node in mode approve. */
    static Member member(String id, String rack) {
        return member(id, rack, 1, USUAL);
    }

    static Member member(String id, String rack, long windows, PeerWindow last) {
        return new Member(
                id,
                "address of " + id,
                rack,
                "1.0",
                "approve",
                "x",
                windows,
                Optional.of(last),
                Optional.empty(),
                Optional.empty(),
                OrderNumber.NONE);
    }

    /** A healthy node of one rack with other versions. */
    static Member withVersions(String id, String versions) {
        return new Member(
                id,
                id,
                "rack",
                versions,
                "approve",
                "x",
                1,
                Optional.of(USUAL),
                Optional.empty(),
                Optional.empty(),
                OrderNumber.NONE);
    }

    /** A healthy node of one rack, with the proposal of its tuner. */
    static Member proposing(String id, String mode, Optional<ProposedChange> proposal, OrderNumber highest) {
        return new Member(id, id, "rack", "1.0", mode, "x", 1, Optional.of(USUAL), proposal, Optional.empty(), highest);
    }

    static Member unhealthy(Member member, String problem) {
        return with(member, member.mode(), member.configuration(), member.window(), Optional.of(problem));
    }

    /** A node whose mode permits no change. */
    static Member observing(Member member) {
        return with(member, "observe", member.configuration(), member.window(), Optional.of("mode observe"));
    }

    /** A node with another hash of its knobs' values. */
    static Member configured(Member member, String configuration) {
        return with(member, member.mode(), configuration, member.window(), member.problem());
    }

    /** A node whose last window had too few operations. */
    static Member idle(Member member) {
        return with(member, member.mode(), member.configuration(), Optional.empty(), member.problem());
    }

    private static Member with(
            Member member, String mode, String configuration, Optional<PeerWindow> window, Optional<String> problem) {
        return new Member(
                member.id(),
                member.address(),
                member.rack(),
                member.versions(),
                mode,
                configuration,
                member.windows(),
                window,
                member.proposal(),
                problem,
                member.highestOrder());
    }
}
