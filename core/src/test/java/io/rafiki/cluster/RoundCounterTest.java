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
    private final Set<String> silent = new HashSet<>();
    private final Set<String> idle = new HashSet<>();
    private final Map<String, String> configurations = new HashMap<>();
    private final Map<String, Long> errors = new HashMap<>();
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

    /** It is down, or has too few operations. */
    @Test
    void afterTheChangeErrorsCountWithoutTheWindowOfAPeer() {
        silent.add("n3");
        assertThat(next()).as("before the change").isEmpty();
        phase = Phase.COMPARING;
        assertThat(next()).isEmpty();
        errors.put("n1", 10L);
        Round round = next().orElseThrow();
        assertThat(round.canary().errors()).isEqualTo(10);
        assertThat(round.peers()).hasSize(1);
        assertThat(round.isComparable()).isFalse();
        silent.clear();
        idle.add("n3");
        for (int i = 0; i < 3; i++) {
            assertRound(false, 0);
        }
        idle.clear();
        assertRound(true, 0);
        idle.addAll(GROUP.peers());
        assertThat(next()).as("without a peer").isEmpty();
        idle.clear();
        idle.add("n1");
        assertThat(next()).as("without the canary").isEmpty();
    }

    /** An operator changes one of them, for example. */
    @Test
    void windowsWithDifferentConfigurationsAreNotComparable() {
        configurations.put("n3", "y");
        assertThat(isComparable()).isFalse();
        configurations.clear();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isTrue();
        List.of("n1", "n2", "n3").forEach(node -> configurations.put(node, "z"));
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).isFalse();
        assertThat(isComparable()).as("all nodes have it").isTrue();
        configurations.clear();
        phase = Phase.COMPARING;
        configurations.put("n1", "y");
        assertThat(next()).isEmpty();
        assertRound(true, 0);
        configurations.put("n3", "y");
        assertRound(false, 0);
        configurations.put("n3", "x");
        assertRound(false, 0);
        assertRound(true, 0);
        configurations.put("n2", "y");
        configurations.put("n3", "y");
        for (int i = 0; i < 4; i++) {
            assertRound(false, 0);
            assertThat(rounds.isReconfigured()).isTrue();
        }
    }

    /** Windows of the nodes end at different times. */
    @Test
    void errorsOfAllNodesAtOneTimeAreNoHarm() {
        assertThat(isHarm(0, 0, 100, 0, 0, 100, 0, 0)).as("first the canary's").isFalse();
        assertThat(isHarm(0, 0, 0, 100, 100, 0, 0, 0)).as("first the peers'").isFalse();
        assertThat(isHarm(0, 100, 100, 0, 0, 0)).as("as the phase begins").isFalse();
        assertThat(isHarm(0, 0, 100, 0))
                .as("the next round can have the peers'")
                .isFalse();
        assertThat(isHarm(0, 0, 100, 0, 0, 0)).isTrue();
        assertThat(isHarm(0, 100, 0, 0, 100, 0, 0, 0))
                .as("too long after the peers'")
                .isTrue();
    }

    /** @param counts errors of the canary and of each peer, in turn for consecutive windows */
    private boolean isHarm(long... counts) {
        rounds.forget();
        CanaryComparison comparison = CanaryComparison.NONE;
        for (int i = 0; i < counts.length; i += 2) {
            errors.putAll(Map.of("n1", counts[i], "n2", counts[i + 1], "n3", counts[i + 1]));
            windows.replaceAll((node, count) -> count + 1);
            Optional<Round> judged = rounds.judged(GROUP, phase, members(), lacking);
            if (judged.isPresent()) {
                comparison = comparison.withErrors(judged.get());
            }
        }
        return comparison.verdict().isHarm();
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
            PeerWindow window = Windows.withErrors(Windows.USUAL, errors.getOrDefault(node, 0L));
            Member member = Windows.configured(
                    Windows.member(node, "rack", count, window), configurations.getOrDefault(node, "x"));
            Member active = idle.contains(node) ? Windows.idle(member) : member;
            Member busy = unhealthy.contains(node) ? Windows.unhealthy(active, "busy") : active;
            members.put(node, observing.contains(node) ? Windows.observing(busy) : busy);
        });
        silent.forEach(members::remove);
        return members;
    }
}
