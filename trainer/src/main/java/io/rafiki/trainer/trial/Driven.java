package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.Optional;

/**
 * A load that has been driven to its end.
 *
 * @param result of YCSB, warm-up included
 * @param warmUpSeconds after which the measured part begins
 * @param unsettled that throughput was not stationary then, in one line
 */
record Driven(YcsbResult result, int warmUpSeconds, Optional<String> unsettled) {}
