package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutTable.Row;
import io.rafiki.knob.NamedValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The operator's commands for the cluster. They work on any node. A refusal is an {@link IllegalStateException} with one line. */
public final class ClusterOperator {

    /** The leader changes a roll-out once per tick, so an attempt hardly meets it twice. */
    private static final int ATTEMPTS = 5;

    private final ClusterNode node;
    private final RolloutTable rollouts;
    private final RolloutTarget target;

    /** @param target the tuner of this node */
    public ClusterOperator(ClusterNode node, RolloutTable rollouts, RolloutTarget target) {
        this.node = node;
        this.rollouts = rollouts;
        this.target = target;
    }

    public ClusterStatus status() {
        return node.status();
    }

    /** What {@link #apply} would roll out, in one line that begins with its id. */
    public String propose() {
        ClusterStatus now = current();
        Candidate candidate = candidate(now);
        return id(now, candidate) + ": " + text(candidate.change()) + "; canary "
                + now.address(candidate.group().canary()) + ", peers "
                + String.join(
                        ", ",
                        candidate.group().peers().stream().map(now::address).toList());
    }

    /** The status with the reports as they are now. */
    private ClusterStatus current() {
        try {
            return node.current();
        } catch (ClusterException unreachable) {
            throw new IllegalStateException(unreachable.getMessage(), unreachable);
        }
    }

    /** The canary's address and the id of its proposal, such as {@code 10.0.0.7/d42}. */
    private static String id(ClusterStatus now, Candidate candidate) {
        return now.address(candidate.group().canary()) + "/"
                + candidate.change().decision();
    }

    /** Canary and peers of a roll-out that can begin now. */
    private static PeerGroup group(ClusterStatus now) {
        now.observing().ifPresent(why -> {
            throw new IllegalStateException("All nodes only observe: " + why + ".");
        });
        return PeerGroup.of(now.members())
                .orElseThrow(() -> new IllegalStateException(
                        "No node can be a canary: " + PeerGroup.obstacle(now.members()) + "."));
    }

    private static Candidate candidate(ClusterStatus now) {
        PeerGroup group = group(now);
        return Candidate.of(now.members())
                .orElseThrow(() -> new IllegalStateException("The canary " + now.address(group.canary())
                        + " proposes no change. 'rafiki propose' on that node shows why."));
    }

    /**
     * Begins a roll-out.
     *
     * @param id of the proposal, as {@link #propose} shows it
     * @param by the operator
     * @return the result in one line
     */
    public String apply(String id, String by) {
        ClusterStatus now = current();
        Candidate candidate = candidate(now);
        if (!id(now, candidate).equals(id)) {
            throw new IllegalStateException(
                    "The proposal is now " + id(now, candidate) + ", not " + id + ". Run 'rafiki cluster propose'.");
        }
        return begin(candidate, "cluster apply", id, by, now);
    }

    /**
     * Begins the roll-out of an operator's own change.
     *
     * @param values such as {@code concurrent_reads=64, concurrent_writes=32}
     * @param tables tables whose options change, separated by commas; empty for those that are tuned
     * @return the result in one line
     */
    public String set(String values, String tables, String by) {
        ClusterStatus now = current();
        ProposedChange change = target.given(named(values), texts(tables));
        return begin(new Candidate(group(now), change), "cluster set", text(change), by, now);
    }

    private static Map<String, String> named(String values) {
        Map<String, String> named = new LinkedHashMap<>();
        for (String part : texts(values)) {
            String[] pair = part.split("=", 2);
            if (pair.length < 2 || pair[0].isBlank() || pair[1].isBlank()) {
                throw new IllegalArgumentException("values: expected knob=value, found " + part + ".");
            }
            named.put(pair[0].strip(), pair[1].strip());
        }
        if (named.isEmpty()) {
            throw new IllegalArgumentException("values: expected knob=value, found nothing.");
        }
        return named;
    }

    private static List<String> texts(String list) {
        return Stream.of(list.split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private String begin(Candidate candidate, String verb, String argument, String by, ClusterStatus now) {
        List<Row> rows = latest();
        if (!rows.isEmpty() && !rows.get(0).rollout().isOver()) {
            throw new IllegalStateException(rows.get(0).rollout().plan().id()
                    + " is under way. Wait for its end, or run 'rafiki cluster rollback'.");
        }
        Rollout first = candidate.rollout(by, now.members(), rows);
        target.record(verb, argument, by);
        Result result = rollouts.begin(first);
        return switch (result) {
            case APPLIED -> first.plan().id() + " has begun. 'rafiki cluster status' shows its progress.";
            case REFUSED ->
                throw new IllegalStateException(
                        "Another roll-out has begun at the same time. Run 'rafiki cluster status'.");
            case UNKNOWN -> throw unanswered();
        };
    }

    /**
     * Passes a request to the newest roll-out that is not aborted.
     *
     * @param id such as {@code r3}; empty for any
     * @param by the operator
     * @return the result in one line
     */
    public String request(String id, Request what, String by) {
        return request(id, what, number -> target.record(verb(what), number, by));
    }

    /** @param record records the command with the id of its roll-out */
    private String request(String id, Request what, Consumer<String> record) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<String> passed = pass(id, what, attempt == 1 ? record : recorded -> {});
            if (passed.isPresent()) {
                return passed.get();
            }
        }
        throw new IllegalStateException("The roll-out changed at the same time. Try again.");
    }

    /** Passes a request once; empty if the leader or a node changed the roll-out at the same time. */
    private Optional<String> pass(String id, Request what, Consumer<String> record) {
        Row row = latest().stream()
                .filter(known -> known.rollout().phase() != Phase.ABORTED)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No roll-out is in place."));
        Rollout rollout = row.rollout();
        String found = rollout.plan().id();
        if (!id.isEmpty() && !found.equals(id)) {
            throw new IllegalStateException(
                    what == Request.ABORT
                            ? "Roll-outs are undone in reverse order, and the last one in place is " + found + ", not "
                                    + id + "."
                            : "Only the last roll-out in place, " + found + ", takes this command, not " + id + ".");
        }
        if (what != Request.ABORT && rollout.isBeingUndone()) {
            throw new IllegalStateException(found + " is being undone.");
        }
        boolean isConfirmed = rollout.phase().isConfirmed();
        if (what == Request.MAKE_PERMANENT && !isConfirmed) {
            throw new IllegalStateException(found + " is not confirmed yet. Run 'rafiki cluster status'.");
        }
        boolean isPossible = what == Request.ABORT
                || what == Request.MAKE_PERMANENT
                || (what != Request.PROMOTE && !rollout.phase().isOver());
        if (isConfirmed && !isPossible) {
            throw new IllegalStateException(found + " is confirmed, so only "
                    + (rollout.phase().isOver() ? "" : "hold, resume, ")
                    + "rollback and make-permanent are possible.");
        }
        record.accept(found);
        Result result = rollouts.replace(row.version(), rollout.requested(what));
        return switch (result) {
            case APPLIED -> Optional.of(found + " " + text(what));
            case REFUSED -> Optional.empty();
            case UNKNOWN -> throw unanswered();
        };
    }

    /**
     * Stops all roll-outs of the datacenter until {@link #resume}. Changes that are in place stay.
     *
     * @param by the operator
     * @return the result in one line
     */
    public String pause(String reason, String by) {
        String why = reason.isBlank() ? "no reason given" : reason.strip();
        target.record("cluster pause", why, by);
        write(why);
        return "All nodes only observe now. 'rafiki cluster resume' ends this.";
    }

    /** Ends a pause of the datacenter, and the hold of a roll-out. */
    public String resume(String by) {
        target.record("cluster resume", "", by);
        write("");
        boolean isHeld = latest().stream()
                .map(Row::rollout)
                .anyMatch(rollout -> rollout.request() == Request.PAUSE
                        && !rollout.isBeingUndone()
                        && !rollout.phase().isOver());
        return isHeld ? request("", Request.CONTINUE, recorded -> {}) : "Roll-outs are possible again.";
    }

    private void write(String reason) {
        Result result = rollouts.pause(reason);
        if (result != Result.APPLIED && result != Result.REFUSED) {
            throw unanswered();
        }
    }

    private List<Row> latest() {
        try {
            return new RolloutReader(rollouts).read(true);
        } catch (ClusterException unreachable) {
            throw new IllegalStateException(unreachable.getMessage(), unreachable);
        }
    }

    private static IllegalStateException unanswered() {
        return new IllegalStateException("Too few nodes of the datacenter answered, so the command may have succeeded."
                + " Run 'rafiki cluster status'.");
    }

    /** A change in one phrase. */
    public static String text(ProposedChange change) {
        return NamedValues.text(change.values())
                + (change.tables().isEmpty() ? "" : " on " + String.join(", ", change.tables()))
                + (Double.isNaN(change.gainPercent())
                        ? ""
                        : String.format(Locale.ROOT, ", predicted gain %.1f %%", change.gainPercent()))
                + (change.rewritesData() ? ", rewrites data" : "")
                + (change.isExploration() ? ", exploration" : "");
    }

    private static String verb(Request what) {
        return "cluster "
                + switch (what) {
                    case CONTINUE -> "resume";
                    case PAUSE -> "hold";
                    case ABORT -> "rollback";
                    case PROMOTE -> "promote";
                    case MAKE_PERMANENT -> "make-permanent";
                };
    }

    private static String text(Request what) {
        return switch (what) {
            case CONTINUE -> "continues.";
            case PAUSE -> "makes no further steps. 'rafiki cluster resume' ends this.";
            case ABORT -> "is undone on all nodes, in reverse order.";
            case PROMOTE -> "continues without a verdict about its canary.";
            case MAKE_PERMANENT -> "outlasts restarts soon. 'rafiki cluster status' shows its progress.";
        };
    }
}
