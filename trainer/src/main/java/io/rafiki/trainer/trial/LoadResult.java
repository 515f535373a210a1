package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.Optional;

/**
 * A completed load.
 *
 * @param result YCSB's result, including warm-up
 * @param warmUpSeconds start of the measured part
 * @param disturbance why throughput was not stationary at that time; empty if it was
 */
record LoadResult(YcsbResult result, int warmUpSeconds, Optional<TrialFailure> disturbance) {}
