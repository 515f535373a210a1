package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The long form of {@link SparkIT}: {@code -Drafiki.long=true -Dit.timeout=36000}. A printed seed repeats it. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class SparkKillsIT {

    private static final int CAMPAIGNS = Integer.getInteger("rafiki.campaigns", 20);

    @TempDir
    Path folder;

    @Test
    void eachTrialIsRecordedOnceWithKillsAtRandomTimes() throws Exception {
        long seed = Long.getLong("rafiki.seed", System.nanoTime());
        System.out.println("SparkKillsIT: -Drafiki.seed=" + seed);
        Random random = new Random(seed);
        for (int campaign = 0; campaign < CAMPAIGNS; campaign++) {
            Path own = Files.createDirectory(folder.resolve("campaign-" + campaign));
            try (SparkMachines machines = new SparkMachines(own);
                    Collecting collecting = SparkIT.collecting(machines, own)) {
                List<Process> workers = new ArrayList<>(List.of(machines.worker(0), machines.worker(1)));
                Process collector = collecting.start();
                for (int kill = 0; kill < 3; kill++) {
                    boolean ended = collector.waitFor(5 + random.nextInt(60), TimeUnit.SECONDS);
                    int victim = random.nextInt(4);
                    if (victim < 2) {
                        SparkMachines.kill(workers.get(victim));
                        workers.set(victim, machines.worker(victim));
                    } else if (!ended && victim == 2) {
                        collector.descendants().filter(SparkIT::isDriver).forEach(ProcessHandle::destroyForcibly);
                        assertThat(collector.waitFor(2, TimeUnit.MINUTES)).isTrue();
                    } else {
                        collector.destroyForcibly().waitFor();
                    }
                    if (!collector.isAlive()) {
                        collector = collecting.start();
                    }
                }
                assertThat(collector.waitFor(10, TimeUnit.MINUTES)).isTrue();
                assertThat(collecting.run()).as(collecting.printed()).isZero();
                SparkIT.assertEachIsRecordedOnce(collecting);
            }
        }
    }
}
