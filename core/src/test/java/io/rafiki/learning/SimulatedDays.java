package io.rafiki.learning;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Member;
import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.Rollout;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.Rollout.View;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.knob.Configuration;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Days of a canary and two peers, with windows of 30 s. Each metric of a window has noise of 3 %. The leader rolls out what the model
 * proposes. Without a proposal it explores, at most every four hours. An operator undoes a proposal of which the comparison shows no
 * difference. All nodes have the same workload: more reads by day, more writes by night.
 */
final class SimulatedDays {

    static final Configuration DEFAULTS = Beliefs.SPACE.defaults();

    private static final Workload DAY = Workload.ofReadRatio(0.8);
    private static final Workload NIGHT = Workload.ofReadRatio(0.2);
    private static final long WINDOWS_PER_DAY = 2_880;
    private static final long BETWEEN_EXPLORATIONS = 480;
    private static final double NOISE = 0.03;

    /** Roll-outs that the nodes read. */
    private static final int KEPT = 20;

    private static final int UNTIL_THE_OPERATOR_DECIDES = 60;
    private static final PeerGroup GROUP = new PeerGroup("n1", List.of("n2", "n3"));
    private static final Map<String, Member> MEMBERS =
            Stream.of("n1", "n2", "n3").collect(Collectors.toMap(id -> id, SimulatedDays::member));
    private static final Map<String, String> RING =
            MEMBERS.keySet().stream().collect(Collectors.toMap(id -> id, id -> id));

    private final Truth truth;
    private final Beliefs model;
    private final Explorer explorer;
    private final Random random;
    private final List<Past> rollouts = new ArrayList<>();
    private LearnedModel learned;
    private Configuration now = DEFAULTS;
    private long windows;
    private long low;
    private int explorations;
    private int harmful;

    /** Chooses the configuration to explore from the present one. */
    interface Explorer {

        Optional<Configuration> next(LearnedModel learned, Workload workload, Configuration now);
    }

    /** A roll-out that is over. */
    private record Past(ProposedChange change, boolean isUndone, Optional<MeasuredEffect> effect) {}

    /** @param explorer the configuration to explore from the present one */
    SimulatedDays(Truth truth, Beliefs model, Explorer explorer, Random random) {
        this.truth = truth;
        this.model = model;
        this.explorer = explorer;
        this.random = random;
        this.learned = LearnedModel.of(model);
    }

    private static Member member(String id) {
        return new Member(
                id,
                id,
                "rack",
                "1.0",
                "auto",
                "x",
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OrderNumber.NONE);
    }

    /** The values that a knob can change to from a configuration; compaction stays, because a change rewrites data. */
    static SearchSpace around(Configuration now) {
        return new SearchSpace(
                Beliefs.SPACE,
                Map.of("compaction", now.code(0)),
                List.of(DEFAULTS, now),
                2,
                Optional.of(Beliefs.DOMAIN));
    }

    SimulatedDays run(int days) {
        long end = days * WINDOWS_PER_DAY;
        long due = BETWEEN_EXPLORATIONS;
        int idle = 0;
        while (windows < end && idle < 2) {
            Optional<Configuration> proposal = proposed();
            Optional<Configuration> exploration =
                    proposal.isPresent() || !mayExplore() ? Optional.empty() : explorer.next(learned, workload(), now);
            idle = proposal.isPresent() || exploration.isPresent() ? 0 : idle + 1;
            if (proposal.isPresent()) {
                rollOut(proposal.get(), "d1");
            } else if (exploration.isEmpty()) {
                pass(now, 1 + untilTheWorkloadChanges());
            } else if (windows < due) {
                pass(now, Math.min(due - windows, 1 + untilTheWorkloadChanges()));
            } else {
                due = windows + BETWEEN_EXPLORATIONS;
                rollOut(exploration.get(), ProposedChange.EXPLORATION);
                explorations++;
                harmful += truth.at(exploration.get(), workload()) < Math.log(0.9) ? 1 : 0;
            }
        }
        while (windows < end) {
            // neither by day nor by night anything is left to change
            pass(now, 1 + untilTheWorkloadChanges());
        }
        return this;
    }

    private Workload workload() {
        return windows % WINDOWS_PER_DAY < WINDOWS_PER_DAY / 2 ? DAY : NIGHT;
    }

    private long untilTheWorkloadChanges() {
        return WINDOWS_PER_DAY / 2 - 1 - windows % (WINDOWS_PER_DAY / 2);
    }

    private boolean mayExplore() {
        Past oldest = rollouts.size() < KEPT ? null : rollouts.get(0);
        return learned.reliability().isTrusted()
                && (oldest == null || (oldest.isUndone() && oldest.change().isExploration()));
    }

    /** The best configuration by coordinates, if its gain is at least 3 % at two deviations. */
    private Optional<Configuration> proposed() {
        Surrogate surrogate = learned.surrogate();
        Configuration best = now;
        double bound = 0;
        for (int sweep = 0; sweep < 2; sweep++) {
            for (int k = 1; k < Beliefs.SPACE.size(); k++) {
                for (int i = 0; i <= 8; i++) {
                    double code = k == 3 ? 1 + Math.floor(i / 2.0) : Math.rint(8 * Math.pow(16, i / 8.0));
                    double[] codes = best.codes();
                    codes[k] = code;
                    Configuration other = new Configuration(Beliefs.SPACE, codes);
                    double gain = surrogate.gain(workload(), now, other).lowerBound(2);
                    if (gain > bound + 0.002) {
                        best = other;
                        bound = gain;
                    }
                }
            }
        }
        boolean isProposed = bound >= 0.03 && learned.reliability().isTrusted() && isNew(Beliefs.changed(now, best));
        return isProposed ? Optional.of(best) : Optional.empty();
    }

    private boolean isNew(Map<String, String> values) {
        return rollouts.stream()
                .filter(past -> !past.change().isExploration())
                .noneMatch(past -> past.isUndone() && past.change().values().equals(values));
    }

    private void rollOut(Configuration to, String decision) {
        Basis basis = new Basis(workload(), Beliefs.named(now));
        ProposedChange change =
                new ProposedChange(decision, Beliefs.changed(now, to), List.of(), false, 0, Optional.of(basis));
        Rollout rollout = Rollout.begin(new RolloutPlan(1, change, "auto", GROUP), MEMBERS.values());
        while (rollout.phase() == Phase.BASELINE) {
            rollout = rollout.step(1, view(now));
        }
        rollout = rollout.reported("n1", NodeStep.APPLIED);
        // the node settles, and the comparison begins with a new window
        pass(to, 2);
        rollout = rollout.step(1, new View(MEMBERS, RING, Optional.empty(), Optional.empty(), false));
        while (rollout.phase() == Phase.COMPARING) {
            boolean isLong = rollout.comparison().roundsAfter() >= UNTIL_THE_OPERATOR_DECIDES;
            rollout = (isLong ? rollout.requested(Request.ABORT) : rollout).step(1, view(to));
        }
        boolean isUndone = rollout.phase() == Phase.ABORTING;
        if (isUndone) {
            pass(to, 1);
        } else {
            now = to;
        }
        rollouts.add(new Past(change, isUndone, rollout.measured()));
        if (rollouts.size() > KEPT) {
            rollouts.remove(0);
        }
        List<MeasuredEffect> effects =
                rollouts.stream().flatMap(past -> past.effect().stream()).toList();
        learned = Beliefs.learned(model, effects);
    }

    /** The next window of canary and peers. */
    private View view(Configuration canary) {
        pass(canary, 1);
        Round round = new Round(window(canary), List.of(window(now), window(now)));
        return new View(MEMBERS, RING, Optional.empty(), Optional.of(round), false);
    }

    private PeerWindow window(Configuration configuration) {
        double faster = Math.exp(truth.at(configuration, workload()));
        double service = 400 / faster * noise();
        return new PeerWindow(
                0.5, 0.5, new Times(service, service), new Times(2_000, 2_000), 100 / faster * noise(), 0, 0, 0);
    }

    private double noise() {
        return Math.exp(NOISE * random.nextGaussian());
    }

    /** Counts windows of the canary. */
    private void pass(Configuration canary, long count) {
        double level = truth.at(canary, workload());
        for (long i = 0; i < count; i++) {
            low += level + NOISE * random.nextGaussian() < Math.log(0.9) ? 1 : 0;
        }
        windows += count;
    }

    /** Share of the canary's windows whose measured throughput is below 90 % of the baseline's. */
    double lowShare() {
        return (double) low / windows;
    }

    /** True gain of the present configuration over the defaults, the mean of day and night, as a share. */
    double gain() {
        return Math.expm1((truth.at(now, DAY) + truth.at(now, NIGHT)) / 2);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.3f %% of the windows below 90 %%, %d explorations of which %d lose more than 10 %%, gain %+.1f %%",
                100 * lowShare(),
                explorations,
                harmful,
                100 * gain());
    }
}
