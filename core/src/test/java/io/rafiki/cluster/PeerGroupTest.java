package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.PeerWindow.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Six nodes in two racks: a1 to a3 and b1 to b3. */
class PeerGroupTest {

    private final List<Member> members = new ArrayList<>(Stream.of("a1", "a2", "a3", "b1", "b2", "b3")
            .map(id -> Windows.member(id, id.substring(0, 1)))
            .toList());

    @Test
    void theCanaryIsTheNodeWithTheMostPeersAndTheFirstOfThem() {
        assertThat(PeerGroup.of(members)).contains(new PeerGroup("a1", List.of("a2", "a3")));
        members.set(1, Windows.unhealthy(members.get(1), "repairs"));
        assertThat(PeerGroup.of(members)).contains(new PeerGroup("b1", List.of("b2", "b3")));
        members.add(Windows.member("b4", "b"));
        members.set(1, Windows.member("a2", "a"));
        assertThat(PeerGroup.of(members)).contains(new PeerGroup("b1", List.of("b2", "b3", "b4")));
    }

    @Test
    void aRackOfTwoNodesHasNoCanary() {
        List<Member> few = members.subList(1, 5);
        assertThat(PeerGroup.of(few)).isEmpty();
        assertThat(PeerGroup.obstacle(few)).isEqualTo("nodes of the largest rack: 2, expected at least 3");
        assertThat(PeerGroup.obstacle(List.of())).isEqualTo("nodes of the largest rack: 0, expected at least 3");
    }

    @Test
    void theObstacleNamesTheNodesThatDifferInFigures() {
        List<Member> rack = members.subList(0, 3);
        rack.set(1, reading("a2", 0.9));
        rack.set(2, reading("a3", 0.6));
        assertThat(PeerGroup.of(rack)).isEmpty();
        assertThat(PeerGroup.obstacle(rack))
                .isEqualTo("peers of address of a1: 1, expected at least 2;"
                        + " address of a2: read ratio 0.9 against 0.5, limit 0.1");
        rack.set(0, upgraded("a1", "x"));
        rack.set(2, upgraded("a3", "y"));
        assertThat(PeerGroup.obstacle(rack))
                .isEqualTo("peers of address of a1: 0, expected at least 2;"
                        + " address of a2: versions 1.0 against 2.0;"
                        + " address of a3: configuration y against x");
    }

    @Test
    void theObstacleNamesTheProblemsOfNodes() {
        List<Member> rack = members.subList(0, 3);
        rack.set(0, Windows.unhealthy(rack.get(0), "repairs"));
        assertThat(PeerGroup.obstacle(rack))
                .isEqualTo("peers of address of a2: 1, expected at least 2; address of a1: repairs");
        rack.set(1, Windows.unhealthy(rack.get(1), "drains"));
        rack.set(2, Windows.unhealthy(rack.get(2), "joins"));
        assertThat(PeerGroup.obstacle(rack))
                .isEqualTo("peers of address of a1: 0, expected at least 2;"
                        + " address of a1: repairs; address of a2: drains; address of a3: joins");
    }

    private static Member upgraded(String id, String configuration) {
        return new Member(
                id,
                "address of " + id,
                "a",
                "2.0",
                "approve",
                configuration,
                1,
                Optional.of(Windows.USUAL),
                Optional.empty(),
                Optional.empty(),
                OrderNumber.NONE);
    }

    private static Member reading(String id, double readRatio) {
        PeerWindow window =
                new PeerWindow(readRatio, readRatio, new Times(600, 200), new Times(2_000, 2_000), 100, 0, 0, 0);
        return Windows.member(id, "a", 1, window);
    }
}
