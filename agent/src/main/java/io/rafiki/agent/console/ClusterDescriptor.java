package io.rafiki.agent.console;

import static javax.management.MBeanOperationInfo.ACTION;
import static javax.management.MBeanOperationInfo.INFO;

import io.rafiki.agent.console.Operation.Parameter;
import io.rafiki.cluster.ClusterOperator;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.status.ClusterFacts;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.management.openmbean.CompositeData;

/** Attributes and operations of the cluster's MBean, with their descriptions. */
final class ClusterDescriptor {

    private static final String TEXT = String.class.getName();
    private static final String ARRAY = CompositeData[].class.getName();
    private static final Parameter ID =
            new Parameter("id", TEXT, "the roll-out's id, such as r3; empty for the last one in place");

    static final List<Attribute<ClusterOperator>> ATTRIBUTES = Stream.concat(
                    ClusterFacts.STATUS.stream()
                            .map(fact -> new Attribute<ClusterOperator>(
                                    fact.capitalised(),
                                    OpenTypes.type(fact.quantity()).getClassName(),
                                    fact.description(),
                                    cluster -> OpenTypes.value(fact, cluster.status()))),
                    Stream.of(
                            new Attribute<ClusterOperator>(
                                    "Members",
                                    ARRAY,
                                    "The nodes of this datacenter that have reported lately",
                                    cluster -> OpenTypes.composites(
                                            "Member",
                                            "A node",
                                            ClusterFacts.MEMBER,
                                            cluster.status().members())),
                            new Attribute<ClusterOperator>(
                                    "Rollouts",
                                    ARRAY,
                                    "The last roll-outs, newest first",
                                    cluster -> OpenTypes.composites(
                                            "Rollout",
                                            "A roll-out",
                                            ClusterFacts.ROLLOUT,
                                            ClusterFacts.rollouts(cluster.status()))),
                            new Attribute<ClusterOperator>(
                                    "Canary",
                                    ARRAY,
                                    "The compared windows of the last roll-out",
                                    cluster -> OpenTypes.composites(
                                            "Window",
                                            "A compared window",
                                            ClusterFacts.CANARY,
                                            ClusterFacts.canary(cluster.status()))),
                            new Attribute<ClusterOperator>(
                                    "Steps",
                                    ARRAY,
                                    "The step of each node in the last roll-out",
                                    cluster -> OpenTypes.composites(
                                            "Step",
                                            "A node in a roll-out",
                                            ClusterFacts.STEP,
                                            ClusterFacts.steps(cluster.status())))))
            .toList();

    private ClusterDescriptor() {}

    /** @param caller the operator of a command */
    static List<Operation<ClusterOperator>> verbs(Supplier<String> caller) {
        return List.of(
                new Operation<>(
                        "propose",
                        "The change that apply would roll out: the pending proposal of the canary",
                        INFO,
                        TEXT,
                        List.of(),
                        (cluster, none) -> cluster.propose()),
                new Operation<>(
                        "apply",
                        "Begins the roll-out of a proposal (modes approve and auto)",
                        ACTION,
                        TEXT,
                        List.of(new Parameter("id", TEXT, "the id that propose shows, such as 10.0.0.7/d42")),
                        (cluster, given) -> cluster.apply(String.valueOf(given[0]), caller.get())),
                new Operation<>(
                        "set",
                        "Begins the roll-out of given values (modes approve and auto)",
                        ACTION,
                        TEXT,
                        List.of(
                                new Parameter("values", TEXT, "such as concurrent_reads=64, compaction=Leveled"),
                                new Parameter(
                                        "tables", TEXT, "keyspace.table, separated by commas; empty for all tuned")),
                        (cluster, given) ->
                                cluster.set(String.valueOf(given[0]), Objects.toString(given[1], ""), caller.get())),
                request("rollback", "Undoes a roll-out on all nodes, in reverse order", Request.ABORT, caller),
                request(
                        "makePermanent",
                        "Makes a confirmed roll-out outlast restarts: ALTER TABLE, and lines for cassandra.yaml",
                        Request.MAKE_PERMANENT,
                        caller),
                request("hold", "Stops further steps of a roll-out until resume", Request.PAUSE, caller),
                request("promote", "Continues a roll-out although its canary has no verdict", Request.PROMOTE, caller),
                new Operation<>(
                        "pause",
                        "Stops all roll-outs of the datacenter until resume; changes in place stay",
                        ACTION,
                        TEXT,
                        List.of(new Parameter("reason", TEXT, "shown in the status")),
                        (cluster, given) -> cluster.pause(Objects.toString(given[0], ""), caller.get())),
                new Operation<>(
                        "resume",
                        "Ends pause and hold",
                        ACTION,
                        TEXT,
                        List.of(),
                        (cluster, none) -> cluster.resume(caller.get())));
    }

    private static Operation<ClusterOperator> request(
            String name, String description, Request what, Supplier<String> caller) {
        return new Operation<>(
                name,
                description,
                ACTION,
                TEXT,
                List.of(ID),
                (cluster, given) -> cluster.request(Objects.toString(given[0], ""), what, caller.get()));
    }
}
