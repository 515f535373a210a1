package io.rafiki.trainer.redis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.NodeLimits;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.trial.CpuPinning;
import io.rafiki.trainer.trial.HostInfo;
import io.rafiki.trainer.trial.KnobSetting;
import io.rafiki.trainer.trial.LoadGenerator;
import io.rafiki.trainer.trial.NodePin;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialNode;
import io.rafiki.trainer.ycsb.RowLoader;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Servers that are started for one trial each.
 *
 * @param catalogue knob catalogue
 * @param conditions conditions of the campaign
 * @param redis program of the servers
 * @param origin the servers in the syntax of {@code --datastore}
 * @param ycsb load generator
 * @param ledger records the started processes
 */
public record RedisNodes(
        KnobCatalogue catalogue,
        TrialConditions conditions,
        RedisProgram redis,
        String origin,
        Ycsb ycsb,
        ProcessLedger ledger) {

    /**
     * Starts an empty server.
     *
     * @param folder folder of the trial; deleted and created again
     * @param configuration configuration, which the server gets when it is ready
     */
    public TrialNode start(Path folder, Configuration configuration) throws IOException {
        FileTrees.delete(folder);
        Path own = Files.createDirectories(folder).toAbsolutePath();
        CpuPinning pinning = conditions.pinning();
        RedisProcess server = RedisProcess.start(redis, own, conditions.memoryMiB(), conditions.cpuPercent(), ledger);
        return new RedisNode(
                server,
                KnobSetting.of(configuration, catalogue),
                new RowLoader(conditions.data(), ycsb),
                own,
                HostInfo.environment(
                        conditions,
                        pinning,
                        limits(server.cpu()),
                        Optional.empty(),
                        System.getProperty("java.vm.version"),
                        "Redis " + redis.version(),
                        origin),
                new LoadGenerator(server, conditions, pinning.client(), new NodePin(server.pid(), () -> pinning)));
    }

    /** Redis limits its data itself. It reads nothing from the disk. */
    private NodeLimits limits(AppliedLimit cpu) {
        Optional<Integer> memory = conditions.memoryMiB();
        return new NodeLimits(
                memory.isPresent() ? new AppliedLimit(memory, "maxmemory") : AppliedLimit.NONE,
                conditions.readIops().isPresent()
                        ? AppliedLimit.refused("Redis reads nothing from the disk")
                        : AppliedLimit.NONE,
                cpu,
                conditions.readAheadKiB().isPresent()
                        ? AppliedLimit.refused("Redis reads nothing from the disk")
                        : AppliedLimit.NONE);
    }
}
