package io.rafiki.trainer.cli;

import io.rafiki.status.ClusterFacts;
import io.rafiki.status.Fact;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.ClusterFormatter;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes of a whole datacenter. Each command works on any node. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Changes a whole datacenter by roll-outs: one canary node, then rack by rack.",
        subcommands = {
            ClusterCommand.Status.class,
            ClusterCommand.Propose.class,
            ClusterCommand.Apply.class,
            ClusterCommand.SetValues.class,
            ClusterCommand.Promote.class,
            ClusterCommand.MakePermanent.class,
            ClusterCommand.Hold.class,
            ClusterCommand.Rollback.class,
            ClusterCommand.Pause.class,
            ClusterCommand.Resume.class,
            ClusterCommand.History.class
        })
final class ClusterCommand {

    /** A command that calls the cluster's bean once. */
    abstract static class Member extends TunerCommand {

        @Override
        final TunerConsole.Bean bean() {
            return TunerConsole.Bean.CLUSTER;
        }
    }

    /** A command that passes one text. */
    private abstract static class WithText extends Member {

        private final String operation;

        WithText(String operation) {
            this.operation = operation;
        }

        abstract String given();

        @Override
        final Object execute(TunerConsole cluster) {
            return cluster.invoke(operation, new Object[] {given()}, new String[] {String.class.getName()});
        }
    }

    /** A command about a roll-out. */
    private abstract static class AboutRollout extends WithText {

        @Parameters(arity = "0..1", paramLabel = "ID", defaultValue = "", description = "The roll-out, such as r3.")
        private String id;

        AboutRollout(String operation) {
            super(operation);
        }

        @Override
        final String given() {
            return id;
        }
    }

    @Command(name = "status", description = "Shows nodes, leader and the last roll-out.")
    static final class Status extends Member {

        private static final List<String> ATTRIBUTES = Stream.concat(
                        ClusterFacts.STATUS.stream().map(Fact::capitalised), Stream.of("Members", "Rollouts", "Steps"))
                .toList();

        @Override
        Object execute(TunerConsole cluster) {
            Map<String, Object> status = new LinkedHashMap<>();
            ATTRIBUTES.forEach(attribute -> status.put(attribute, cluster.get(attribute)));
            return status;
        }

        @Override
        @SuppressWarnings("unchecked")
        String text(Object result, TunerFormatter formatter) {
            return new ClusterFormatter().status((Map<String, ?>) result);
        }
    }

    @Command(name = "propose", description = "Shows the change that apply would roll out.")
    static final class Propose extends Member {

        @Override
        Object execute(TunerConsole cluster) {
            return cluster.query("propose", new Object[0], new String[0]);
        }
    }

    @Command(name = "apply", description = "Begins the roll-out of a proposal.")
    static final class Apply extends WithText {

        @Parameters(paramLabel = "ID", description = "The id that propose shows, such as 10.0.0.7/d42.")
        private String id;

        Apply() {
            super("apply");
        }

        @Override
        String given() {
            return id;
        }
    }

    @Command(name = "set", description = "Begins the roll-out of your own values.")
    static final class SetValues extends Member {

        @Parameters(arity = "1..*", paramLabel = "KNOB=VALUE", description = "Such as concurrent_reads=64.")
        private List<String> values;

        @Option(
                names = "--table",
                paramLabel = "NAME",
                description = "Table whose options change, as keyspace.table; repeatable. Default: all tuned tables.")
        private List<String> tables = List.of();

        @Override
        Object execute(TunerConsole cluster) {
            return cluster.invoke(
                    "set",
                    new Object[] {String.join(",", values), String.join(",", tables)},
                    new String[] {String.class.getName(), String.class.getName()});
        }
    }

    @Command(
            name = "promote",
            description = "Continues a roll-out although its canary has no verdict, also before it has its change.")
    static final class Promote extends AboutRollout {
        Promote() {
            super("promote");
        }
    }

    @Command(name = "make-permanent", description = "Makes a confirmed roll-out outlast restarts.")
    static final class MakePermanent extends AboutRollout {
        MakePermanent() {
            super("makePermanent");
        }
    }

    @Command(name = "hold", description = "Stops further steps of a roll-out until resume.")
    static final class Hold extends AboutRollout {
        Hold() {
            super("hold");
        }
    }

    @Command(name = "rollback", description = "Undoes a roll-out on all nodes, in reverse order.")
    static final class Rollback extends AboutRollout {
        Rollback() {
            super("rollback");
        }
    }

    @Command(name = "pause", description = "Stops all roll-outs of the datacenter until resume.")
    static final class Pause extends WithText {

        @Parameters(arity = "0..1", paramLabel = "REASON", defaultValue = "", description = "Shown in the status.")
        private String reason;

        Pause() {
            super("pause");
        }

        @Override
        String given() {
            return Objects.toString(reason, "");
        }
    }

    @Command(name = "resume", description = "Ends pause and hold.")
    static final class Resume extends Member {

        @Override
        Object execute(TunerConsole cluster) {
            return cluster.invoke("resume", new Object[0], new String[0]);
        }
    }

    @Command(name = "history", description = "Shows the last roll-outs, newest first.")
    static final class History extends Member {

        @Override
        Object execute(TunerConsole cluster) {
            return cluster.get("Rollouts");
        }

        @Override
        String text(Object result, TunerFormatter formatter) {
            return new ClusterFormatter().history((List<?>) result);
        }
    }
}
