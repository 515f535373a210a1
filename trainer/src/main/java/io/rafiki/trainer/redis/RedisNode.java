package io.rafiki.trainer.redis;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.KnobSetting;
import io.rafiki.trainer.trial.LoadGenerator;
import io.rafiki.trainer.trial.TrialNode;
import io.rafiki.trainer.ycsb.RowLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A server that was started for one trial. Its parameters are set before its data are loaded, because encodings only affect keys that are
 * written later.
 *
 * @param server process of the server
 * @param settings knobs of the trial
 * @param rows loads the data
 * @param folder folder of the trial
 * @param environment environment of the server
 * @param client load generator of the server
 */
record RedisNode(
        RedisProcess server,
        List<KnobSetting> settings,
        RowLoader rows,
        Path folder,
        Environment environment,
        LoadGenerator client)
        implements TrialNode {

    private static final Duration START = Duration.ofSeconds(30);

    @Override
    public void awaitReady() throws IOException, InterruptedException {
        server.awaitReady(START);
        try (RedisConnection connection = server.connect()) {
            for (KnobSetting knob : settings) {
                for (Map.Entry<String, String> parameter : knob.settings().entrySet()) {
                    connection.call("CONFIG", "SET", parameter.getKey(), parameter.getValue());
                }
            }
        }
        rows.write(server.properties(), server::end, folder.resolve("ycsb").resolve("rows"));
    }

    @Override
    public Map<String, Object> effective(Configuration proposed) throws IOException {
        Map<String, Object> effective = new LinkedHashMap<>();
        try (RedisConnection connection = server.connect()) {
            for (KnobSetting knob : settings) {
                Map<String, String> reported = new LinkedHashMap<>();
                for (String parameter : knob.settings().keySet()) {
                    List<String> pair = connection.call("CONFIG", "GET", parameter);
                    if (pair.size() == 2) {
                        reported.put(pair.get(0), pair.get(1));
                    }
                }
                effective.put(knob.name(), knob.effective(reported));
            }
        }
        return effective;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(server.pid());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
