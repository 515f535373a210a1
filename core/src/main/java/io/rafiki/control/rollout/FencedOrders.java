package io.rafiki.control.rollout;

import io.rafiki.cluster.EpochFence;
import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.node.NodeException;
import io.rafiki.reason.ReasonException;
import java.io.IOException;
import java.util.concurrent.Callable;

/** Executes orders of the present leader; those of a former leader are refused. */
final class FencedOrders {

    private final LoopExecutor loop;
    private final EpochFence fence;

    FencedOrders(LoopExecutor loop, EpochFence fence) {
        this.loop = loop;
        this.fence = fence;
    }

    /** The highest numbers of the orders so far. */
    OrderNumber highest() {
        return fence.highest();
    }

    /**
     * The order's answer, or why it is not executed.
     *
     * @param unrecorded outcome if the journal cannot record the epoch
     */
    Answer execute(RolloutPlan rollout, long epoch, Outcome unrecorded, Callable<Answer> order) {
        try {
            OrderNumber number = new OrderNumber(epoch, rollout.number());
            boolean isAccepted = loop.alone("a roll-out", () -> fence.accepts(number));
            return isAccepted
                    ? order.call()
                    : new Answer(
                            Outcome.PENDING,
                            "refuses an order of epoch " + epoch + ", because it has seen epoch "
                                    + fence.highest().epoch());
        } catch (IOException unwritable) {
            return new Answer(unrecorded, "the journal cannot record the epoch: " + unwritable.getMessage());
        } catch (ReasonException busy) {
            return new Answer(Outcome.PENDING, busy.getMessage());
        } catch (NodeException | IllegalArgumentException unreadable) {
            return new Answer(Outcome.FAILED, String.valueOf(unreadable.getMessage()));
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
