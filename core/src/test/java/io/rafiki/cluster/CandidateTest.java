package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.RolloutTable.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three nodes of one rack propose the same change; the first one is the canary. */
class CandidateTest {

    private static final ProposedChange READERS = change("16");

    @Test
    void theCanarysProposalIsTheCandidate() {
        assertThat(Candidate.of(members("approve", Optional.of(READERS))))
                .contains(new Candidate(new PeerGroup("n1", List.of("n2", "n3")), READERS));
        assertThat(Candidate.of(members("approve", Optional.empty()))).isEmpty();
    }

    @Test
    void theLeaderBeginsByItselfInModeAutoOnly() {
        assertThat(Candidate.automatic(members("auto", Optional.of(READERS)), List.of()))
                .isPresent();
        assertThat(Candidate.automatic(members("approve", Optional.of(READERS)), List.of()))
                .isEmpty();
    }

    @Test
    void itRepeatsNeitherTheLastChangeNorAnAbortedOne() {
        List<Member> members = members("auto", Optional.of(READERS));
        assertThat(Candidate.automatic(members, List.of(row(1, READERS, Phase.ABORTED))))
                .isEmpty();
        assertThat(Candidate.automatic(members, List.of(row(1, READERS, Phase.CONFIRMED))))
                .isEmpty();
        assertThat(Candidate.automatic(
                        members, List.of(row(2, change("8"), Phase.CONFIRMED), row(1, READERS, Phase.CONFIRMED))))
                .as("after another change it is possible again")
                .isPresent();
    }

    @Test
    void anExplorationThatWasUndoneBlocksNoProposal() {
        assertThat(Candidate.automatic(
                        members("auto", Optional.of(READERS)), List.of(row(1, exploration("16"), Phase.ABORTED))))
                .isPresent();
    }

    /** After the tables were dropped, the nodes' journals still have the former roll-outs. */
    @Test
    void aRolloutHasAHigherNumberThanThoseOfTheTableAndOfTheNodes() {
        List<Member> members = members("approve", Optional.of(READERS), new OrderNumber(7, 4));
        Candidate candidate = Candidate.of(members).orElseThrow();
        assertThat(candidate.rollout("an operator", members, List.of()).plan().number())
                .isEqualTo(5);
        assertThat(candidate
                        .rollout("an operator", members, List.of(row(8, READERS, Phase.ABORTED)))
                        .plan()
                        .number())
                .isEqualTo(9);
    }

    @Test
    void explorationsDisplaceNoOtherRolloutFromThoseThatAreRead() {
        assertThat(Candidate.leavesRoom(rows(ClusterNode.KEPT - 1, READERS, Phase.CONFIRMED)))
                .isTrue();
        assertThat(Candidate.leavesRoom(rows(ClusterNode.KEPT, READERS, Phase.CONFIRMED)))
                .isFalse();
        assertThat(Candidate.leavesRoom(rows(ClusterNode.KEPT, READERS, Phase.ABORTED)))
                .as("it states what not to try again")
                .isFalse();
        assertThat(Candidate.leavesRoom(rows(ClusterNode.KEPT, exploration("16"), Phase.CONFIRMED)))
                .isFalse();
        assertThat(Candidate.leavesRoom(rows(ClusterNode.KEPT, exploration("16"), Phase.ABORTED)))
                .isTrue();
    }

    /** A later node could not get a change that is no longer read. */
    @Test
    void explorationsDisplaceNoRolloutInPlaceHoweverEarly() {
        assertThat(Candidate.leavesRoom(after(RolloutReader.FARTHEST - 2, Phase.CONFIRMED)))
                .isTrue();
        assertThat(Candidate.leavesRoom(after(RolloutReader.FARTHEST - 1, Phase.CONFIRMED)))
                .isFalse();
        assertThat(Candidate.leavesRoom(after(RolloutReader.FARTHEST - 1, Phase.ABORTED)))
                .isTrue();
    }

    /** The last rows, which are explorations, and an earlier one that has so many later ones. */
    private static List<Row> after(int later, Phase phase) {
        return Stream.concat(
                        IntStream.range(0, ClusterNode.KEPT)
                                .mapToObj(i -> row(1 + later - i, exploration("32"), Phase.ABORTED)),
                        Stream.of(row(1, READERS, phase)))
                .toList();
    }

    /** Rows of which the oldest is given. */
    private static List<Row> rows(int count, ProposedChange oldest, Phase phase) {
        return IntStream.range(0, count)
                .mapToObj(i -> i < count - 1 ? row(count - i, exploration("32"), Phase.ABORTED) : row(1, oldest, phase))
                .toList();
    }

    private static ProposedChange exploration(String readers) {
        return new ProposedChange(ProposedChange.EXPLORATION, Map.of("concurrent_reads", readers), List.of(), false, 1);
    }

    private static ProposedChange change(String readers) {
        return new ProposedChange("d1", Map.of("concurrent_reads", readers), List.of(), false, 10);
    }

    private static List<Member> members(String mode, Optional<ProposedChange> proposal) {
        return members(mode, proposal, OrderNumber.NONE);
    }

    private static List<Member> members(String mode, Optional<ProposedChange> proposal, OrderNumber highest) {
        return Stream.of("n1", "n2", "n3")
                .map(id -> Windows.proposing(id, mode, proposal, highest))
                .toList();
    }

    private static Row row(long number, ProposedChange change, Phase phase) {
        RolloutPlan plan = new RolloutPlan(number, change, "auto", new PeerGroup("n1", List.of("n2", "n3")));
        Rollout begun = Rollout.begin(plan, members("auto", Optional.empty()));
        return new Row(
                new Rollout(
                        plan,
                        1,
                        phase,
                        Map.of("n1", NodeStep.APPLIED),
                        begun.order(),
                        begun.comparison(),
                        begun.request(),
                        "",
                        false),
                1);
    }
}
