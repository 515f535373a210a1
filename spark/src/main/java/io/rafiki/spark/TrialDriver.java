package io.rafiki.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;

/**
 * The Spark driver of a campaign: each line of standard input requests a trial, and each line of standard output is an answer. It ends
 * when its input ends.
 *
 * <p>Each request is one Spark job with one task. Spark repeats a task whose executor was lost, and gives waiting tasks to new workers. It
 * repeats a failed task on another executor.
 */
public final class TrialDriver {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long EXECUTOR_SECONDS = 60;

    /**
     * The attempts of a trial, the first one included. An executor gets a failed trial only once, or an idle one that fails at once would
     * use all attempts. Executors share a node, and lost ones count for it, so a node has more attempts. Spark requires fewer than all.
     */
    static final Map<String, String> ATTEMPTS = Map.of(
            "spark.task.maxFailures", "4",
            "spark.excludeOnFailure.enabled", "true",
            "spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor", "1",
            "spark.excludeOnFailure.task.maxTaskAttemptsPerNode", "3");

    private final JavaSparkContext spark;
    private final PrintStream out;

    private TrialDriver(JavaSparkContext spark, PrintStream out) {
        this.spark = spark;
        this.out = out;
    }

    /**
     * Serves requests until standard input ends.
     *
     * @param arguments the URL of the master
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        // whatever Spark prints is no answer
        System.setOut(System.err);
        try (JavaSparkContext spark = new JavaSparkContext(conf(arguments[0]))) {
            new TrialDriver(spark, out).serve();
        }
        System.exit(0);
    }

    private static SparkConf conf(String master) {
        SparkConf conf = new SparkConf()
                .setMaster(master)
                .setAppName("rafiki")
                .setJars(JavaSparkContext.jarOfClass(TrialDriver.class))
                .set("spark.ui.enabled", "false")
                // an executor only waits; the memory of its machine belongs to the trial
                .set("spark.executor.memory", "512m");
        for (Map.Entry<String, String> setting : ATTEMPTS.entrySet()) {
            conf.set(setting.getKey(), setting.getValue());
        }
        return conf;
    }

    private void serve() throws IOException, InterruptedException {
        spark.sc().addSparkListener(new SparkListener() {
            @Override
            public void onExecutorAdded(SparkListenerExecutorAdded added) {
                check(added.executorInfo().executorHost(), added.executorInfo().totalCores());
            }
        });
        if (!isReady()) {
            return;
        }
        ExecutorService waiting = Executors.newCachedThreadPool();
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                String request = line;
                Future<List<String>> job = submitted(request);
                waiting.execute(() -> answer(request, job));
            }
        } finally {
            waiting.shutdownNow();
        }
    }

    /** An executor with several cores would hold several trials, and leave none for the next machine. */
    private void check(String host, int cores) {
        if (cores != 1) {
            refuse("Spark worker on " + host + ": expected one core, so that it takes one trial at a time, found "
                    + cores + ". Start it with --cores 1.");
        }
    }

    /** Waits for the first executor, and prints the processors of its machine and the number of executors. */
    private boolean isReady() throws InterruptedException {
        try {
            List<Integer> processors = spark.parallelize(List.of(0), 1)
                    .map(new ProcessorCount())
                    .collectAsync()
                    .get(EXECUTOR_SECONDS, TimeUnit.SECONDS);
            ObjectNode ready = JSON.createObjectNode();
            ready.put("cores", processors.get(0)).put("machines", machines());
            print(ready);
            return true;
        } catch (TimeoutException e) {
            refuse("Spark: expected a worker with a free core and 512 MiB within " + EXECUTOR_SECONDS
                    + " s, found none. Start one.");
        } catch (ExecutionException e) {
            refuse("Spark: expected an executor that runs a task, found: " + reason(e));
        }
        return false;
    }

    /** Spark gives jobs to executors in the order of their submission, so the trials keep the order of the plan. */
    private Future<List<String>> submitted(String request) {
        try {
            return spark.parallelize(List.of(request), 1).map(new TrialTask()).collectAsync();
        } catch (IllegalStateException e) {
            // the application was ended
            return CompletableFuture.failedFuture(e);
        }
    }

    private void answer(String request, Future<List<String>> job) {
        try {
            String trial = JSON.readTree(request).get("trial").asText();
            print(measured(job).put("trial", trial).put("machines", machines()));
        } catch (IOException e) {
            refuse("Spark driver: expected a request, found " + e.getMessage());
        } catch (InterruptedException e) {
            // the collector has ended
            Thread.currentThread().interrupt();
        }
    }

    private static ObjectNode measured(Future<List<String>> job) throws IOException, InterruptedException {
        try {
            return (ObjectNode) JSON.readTree(job.get().get(0));
        } catch (ExecutionException | IllegalStateException e) {
            // the second one means that the job was cancelled
            return JSON.createObjectNode().put("lost", reason(e));
        }
    }

    /** The line of the last lost task, or else the first one; from the message of a trial's own exception if it has one. */
    static String reason(Exception failure) {
        Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
        String message = String.valueOf(cause.getMessage());
        return message.lines()
                .filter(line -> line.contains("Lost task "))
                .findFirst()
                .or(() -> message.lines().findFirst())
                .orElse("no reason")
                .replaceFirst("^.*Exception: ", "");
    }

    /** The executors, without the driver itself. */
    private int machines() {
        return spark.sc().statusTracker().getExecutorInfos().length - 1;
    }

    private void refuse(String line) {
        print(JSON.createObjectNode().put("refused", line));
    }

    private void print(ObjectNode answer) {
        synchronized (out) {
            out.println(answer);
            out.flush();
        }
    }
}
