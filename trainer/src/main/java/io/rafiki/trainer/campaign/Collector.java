package io.rafiki.trainer.campaign;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cassandra.FreshNodes;
import io.rafiki.trainer.cassandra.LiveNodes;
import io.rafiki.trainer.cassandra.NodeFactory;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.ShutdownHandler;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.redis.RedisNodes;
import io.rafiki.trainer.redis.RedisProgram;
import io.rafiki.trainer.spark.SparkDriver;
import io.rafiki.trainer.spark.SparkMaster;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialFolders;
import io.rafiki.trainer.trial.TrialRunner;
import io.rafiki.trainer.trial.WarmUp;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs or continues a campaign or a screening in its folder.
 *
 * @param home the distribution
 * @param catalogue file of the knob catalogue
 * @param datastore provides the node of a trial
 * @param spark the cluster whose machines run the trials; empty for this machine
 * @param sources makes the source of a plan's trials
 * @param data folder of the prepared data sets
 * @param progress shows the progress
 * @param again the command that continues the campaign
 */
public record Collector(
        Path home,
        Path catalogue,
        Datastore datastore,
        Optional<SparkMaster> spark,
        TrialSource.Factory sources,
        Path data,
        ProgressReporter progress,
        String again) {

    private static final double SECONDS_BESIDE_LOAD = 12;
    private static final String CATALOGUE = "catalogue.yaml";

    /**
     * A collector that only {@linkplain #measure measures} single trials.
     *
     * @param again the command that measures again
     */
    public static Collector ofSingleTrials(
            Path home, Path catalogue, Datastore datastore, Path data, ProgressReporter progress, String again) {
        TrialSource.Factory none = (plan, space) -> {
            throw new IllegalStateException("single trials have no source");
        };
        return new Collector(home, catalogue, datastore, Optional.empty(), none, data, progress, again);
    }

    /**
     * What a session depends on.
     *
     * @param driver of the Spark cluster; empty without one
     */
    private record Setup(CampaignPlan plan, KnobCatalogue knobs, Optional<SparkDriver> driver) {
        KnobSpace space() throws ConfigException {
            return plan.space(knobs);
        }
    }

    /**
     * Runs up to {@code most} trials.
     *
     * @return all lines of trials.jsonl
     * @throws ConfigException if plan or catalogue is invalid
     * @throws IOException with one line that ends with the command to continue, if the campaign must stop early
     * @throws InterruptedException if the JVM was asked to terminate; its processes have ended by then or end shortly
     */
    public List<Trial> collect(Path planFile, Path out, int most)
            throws ConfigException, IOException, InterruptedException {
        CampaignPlan plan = CampaignPlan.read(planFile);
        if (spark.isEmpty()) {
            return collect(setup(plan, Optional.empty()), planFile, out, most);
        }
        try (SparkDriver driver = SparkDriver.start(spark.get(), System.getenv(), home, out.toAbsolutePath())) {
            return collect(setup(plan, Optional.of(driver)), planFile, out, most);
        }
    }

    private List<Trial> collect(Setup setup, Path planFile, Path out, int most)
            throws ConfigException, IOException, InterruptedException {
        // rejects an invalid plan before the folder is created
        TrialSource source = sources.of(setup.plan(), setup.space());
        try (CampaignFolder folder = CampaignFolder.open(out.toAbsolutePath(), planFile)) {
            Map<String, Object> defaults = setup.space().defaults().toMap();
            work(setup, folder, runner -> {
                runner.run(source, most, seconds(setup.plan()));
                folder.describe();
                return null;
            });
            BaselineNoise.of(folder.trials(), defaults).ifPresent(progress::line);
            return folder.trials();
        }
    }

    /**
     * Runs one trial like those of a campaign, and appends its line to trials.jsonl.
     *
     * @param plan conditions, knobs and seed
     * @param choice makes the trial, from the knobs of the plan
     * @throws IOException with one line, if no trial can run here
     */
    public Trial measure(CampaignPlan plan, Function<KnobSpace, NextTrial> choice, Path out)
            throws ConfigException, IOException, InterruptedException {
        Setup setup = setup(plan, Optional.empty());
        NextTrial planned = choice.apply(setup.space());
        try (CampaignFolder folder = CampaignFolder.ofSingleTrials(out.toAbsolutePath())) {
            return work(setup, folder, runner -> runner.runOnce(planned, seconds(plan)));
        }
    }

    /** The knobs of a plan, with the ranges of the datastore's machine. */
    public KnobSpace space(CampaignPlan plan) throws ConfigException, IOException {
        return setup(plan, Optional.empty()).space();
    }

    /** Work with the trials of a folder. */
    @FunctionalInterface
    private interface Work<T> {
        T with(CampaignRunner runner) throws IOException, InterruptedException;
    }

    /** Ends what an earlier run left, works, and ends everything that was started. */
    private <T> T work(Setup setup, CampaignFolder folder, Work<T> work)
            throws ConfigException, IOException, InterruptedException {
        ProcessLedger ledger = new ProcessLedger(folder.work().resolve("started"));
        ledger.clean().forEach(ended -> progress.line("ended what an earlier run left: " + ended));
        try (ShutdownHandler stop =
                new ShutdownHandler(ledger, how -> progress.line(how + " Continue with: " + again))) {
            return run(setup, folder, ledger, stop, work);
        }
    }

    private <T> T run(Setup setup, CampaignFolder folder, ProcessLedger ledger, ShutdownHandler stop, Work<T> work)
            throws ConfigException, IOException, InterruptedException {
        CampaignProgress lines =
                new CampaignProgress(progress, setup.space().defaults().toMap());
        try {
            FileTrees.delete(folder.work());
            try (TestBed stand = stand(setup, folder, ledger, lines)) {
                return work.with(new CampaignRunner(folder, stand, lines, stop));
            }
        } catch (IOException | RuntimeException failure) {
            stop.unlessRequested(failure);
            if (failure instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IOException(sentence(failure) + " Continue with: " + again, failure);
        } finally {
            progress.end();
        }
    }

    /** Expected seconds of a trial: the load with a mean warm-up, plus the overhead measured on two processors. */
    public static double seconds(CampaignPlan plan) {
        if (plan.conditions().sustained().isPresent()) {
            return plan.conditions().sustained().get().expected().toSeconds() + SECONDS_BESIDE_LOAD;
        }
        WarmUp warmUp = plan.conditions().warmUp();
        double warm = (warmUp.min().toSeconds() + warmUp.max().toSeconds()) / 2.0;
        return warm + plan.conditions().measurement().toSeconds() + SECONDS_BESIDE_LOAD;
    }

    private Setup setup(CampaignPlan plan, Optional<SparkDriver> driver) throws ConfigException, IOException {
        KnobCatalogue knobs = KnobCatalogue.read(catalogue, machine(plan, driver));
        if (!knobs.release().startsWith(datastore.system() + " ")) {
            throw new IOException(catalogue + ": expected the knobs of " + datastore.system() + ", found those of "
                    + knobs.release() + ". Correct --catalogue or --datastore.");
        }
        return new Setup(plan, knobs, driver);
    }

    private NodeResources machine(CampaignPlan plan, Optional<SparkDriver> driver) throws IOException {
        if (datastore instanceof Datastore.Remote remote) {
            try (LiveNodes nodes = LiveNodes.connect(remote)) {
                return nodes.machine();
            }
        }
        return plan.conditions().resources(driver.map(SparkDriver::cores).orElseGet(() -> Runtime.getRuntime()
                .availableProcessors()));
    }

    private TestBed stand(Setup setup, CampaignFolder folder, ProcessLedger ledger, CampaignProgress listener)
            throws ConfigException, IOException, InterruptedException {
        CampaignPlan plan = setup.plan();
        KnobCatalogue knobs = setup.knobs();
        if (setup.driver().isPresent()) {
            return new SparkTestBed(
                    setup.driver().get(),
                    Map.of(CampaignPlan.FILE, Files.readString(folder.plan()), CATALOGUE, Files.readString(catalogue)),
                    SparkTestBed.command(home, CampaignPlan.FILE, CATALOGUE, plan.seed(), data, datastore),
                    folder.root(),
                    listener);
        }
        Ycsb ycsb = new Ycsb(home, ledger::started);
        TrialRunner runner = new TrialRunner(
                new TrialFolders(folder.root(), folder.work().resolve("trial")), plan.conditions(), ycsb, listener);
        if (datastore instanceof Datastore.Remote remote) {
            return new RemoteTestBed(
                    plan, plan.space(knobs), knobs, folder.root(), LiveNodes.connect(remote), runner, ycsb);
        }
        if (datastore instanceof Datastore.Redis redis) {
            RedisNodes nodes = new RedisNodes(
                    knobs, plan.conditions(), RedisProgram.of(redis.server()), redis.toString(), ycsb, ledger);
            return new RedisTestBed(plan, nodes, runner);
        }
        NodeFactory cassandra = ((Datastore.Fresh) datastore).cassandra(home.resolve("cache"), progress::line);
        DatasetStore datasets = new DatasetStore(data, cassandra, ledger, ycsb, progress::line);
        return new LocalTestBed(
                plan, folder.root(), datasets, new FreshNodes(knobs, plan.conditions(), cassandra, ledger), runner);
    }

    private static String sentence(Exception failure) {
        String text = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return text.endsWith(".") ? text : text + ".";
    }
}
