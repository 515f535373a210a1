package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.Phase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rounds of the canary n1 and its peers n2 and n3. */
class RoundCounterTest {

    private static final PeerGroup GROUP = new PeerGroup("n1", List.of("n2", "n3"));

    private final RoundCounter rounds = new RoundCounter();
    private final Map<String, Long> windows = new HashMap<>(Map.of("n1", 10L, "n2", 10L, "n3", 10L));
    private final Set<String> unhealthy = new HashSet<>();
    private final Set<String> observing = new HashSet<>();
    private final Set<String> lacking = new HashSet<>();
    private Phase phase = Phase.BASELINE;

    @BeforeEach
    void begin() {
        assertThat(next()).as("the windows in which the phase begins").isEmpty();
        assertThat(isComparable()).isTrue();
    }

    @Test
    void windowsDuringAProblemOfAPeerAndTheOneThatHadBegunAreNotComparable() {
        unhealthy.add("n2");
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isFalse();
        unhealthy.clear();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isTrue();
    }

    /** Pending compactions and pauses of the collector can follow from the change. */
    @Test
    void aProblemOfTheCanaryCountsBeforeTheChangeOnly() {
        unhealthy.add("n1");
        assertThat(isComparable()).isFalse();
        unhealthy.clear();
        assertThat(isComparable()).isFalse();
        phase = Phase.COMPARING;
        assertThat(next()).isEmpty();
        unhealthy.add("n1");
        assertThat(isComparable()).isTrue();
    }

    /** They write hints for a canary that is too slow. */
    @Test
    void windowsDuringAProblemOfAllPeersCanShowHarmAfterTheChangeOnly() {
        unhealthy.addAll(GROUP.peers());
        assertRound(false, 0);
        unhealthy.clear();
        assertRound(false, 0);
        phase = Phase.COMPARING;
        assertThat(next()).isEmpty();
        unhealthy.addAll(GROUP.peers());
        assertRound(false, 1);
        unhealthy.clear();
        assertRound(false, 2);
        assertRound(true, 2);
        unhealthy.add("n3");
        assertRound(false, 2);
        rounds.forget();
        assertThat(next()).isEmpty();
        assertRound(false, 0);
    }

    /** The others can be faster for that reason alone. */
    @Test
    void windowsInWhichANodeLacksAnEarlierChangeAreNotComparable() {
        phase = Phase.COMPARING;
        assertThat(next()).isEmpty();
        lacking.add("n3");
        assertRound(false, 1);
        lacking.clear();
        assertRound(false, 2);
        assertRound(true, 2);
        lacking.add("n1");
        assertRound(false, 2);
        lacking.clear();
        assertRound(false, 2);
        lacking.add("a node without a part in the comparison");
        assertRound(true, 2);
    }

    @Test
    void aComparisonKeepsNoMoreOfThemThanItHasRounds() {
        phase = Phase.COMPARING;
        assertThat(next()).isEmpty();
        unhealthy.addAll(GROUP.peers());
        for (int i = 0; i < RolloutStep.MOST_ROUNDS; i++) {
            assertRound(false, i + 1);
        }
        assertRound(false, RolloutStep.MOST_ROUNDS);
    }

    /** @param burdened rounds since the change that can show harm only */
    private void assertRound(boolean isComparable, int burdened) {
        Round round = next().orElseThrow();
        assertThat(round.isComparable()).isEqualTo(isComparable);
        assertThat(round.burdened()).hasSize(burdened);
    }

    @Test
    void aPeerWhoseModePermitsNoChangeIsComparable() {
        observing.add("n2");
        assertThat(isComparable()).isTrue();
        observing.add("n1");
        assertThat(isComparable()).as("the canary is to change").isFalse();
    }

    @Test
    void theFirstWindowsOfARestartedNodeAreNotComparable() {
        windows.put("n3", 0L);
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isTrue();
    }

    @Test
    void theFirstWindowsAfterASilenceAreNotComparable() {
        Map<String, Member> two = members();
        two.remove("n3");
        assertThat(rounds.next(GROUP, phase, two, lacking)).isEmpty();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isTrue();
    }

    private boolean isComparable() {
        return next().orElseThrow().isComparable();
    }

    /** Each node has a new window. */
    private Optional<Round> next() {
        windows.replaceAll((node, count) -> count + 1);
        return rounds.next(GROUP, phase, members(), lacking);
    }

    private Map<String, Member> members() {
        Map<String, Member> members = new HashMap<>();
        windows.forEach((node, count) -> {
            Member member = Windows.member(node, "rack", count, Windows.USUAL);
            Member busy = unhealthy.contains(node) ? Windows.unhealthy(member, "busy") : member;
            members.put(node, observing.contains(node) ? Windows.observing(busy) : busy);
        });
        return members;
    }
}
