package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import site.ycsb.Status;

/** A driver error, as YCSB's status and as one line of text. */
final class DriverError {

    static final Status TIMEOUT = new Status("TIMEOUT", "No answer in time, from the node or to the client.");

    private DriverError() {}

    static Status status(Throwable fault) {
        Throwable cause = nearest(fault);
        if (cause instanceof ReadTimeoutException
                || cause instanceof WriteTimeoutException
                || cause instanceof DriverTimeoutException) {
            return TIMEOUT;
        }
        if (cause instanceof QueryValidationException) {
            return Status.BAD_REQUEST;
        }
        if (cause instanceof UnavailableException
                || cause instanceof OverloadedException
                || cause instanceof AllNodesFailedException
                || cause instanceof NodeUnavailableException
                || cause instanceof BusyConnectionException
                || cause instanceof ClosedConnectionException) {
            return Status.SERVICE_UNAVAILABLE;
        }
        return Status.ERROR;
    }

    static String line(Throwable fault) {
        Throwable cause = nearest(fault);
        String text =
                cause.getMessage() == null ? "" : ": " + cause.getMessage().replaceAll("\\s*\\R\\s*", " ");
        return cause.getClass().getSimpleName() + text;
    }

    /** The first node's error, if the driver only reports that all nodes failed. */
    private static Throwable nearest(Throwable fault) {
        if (fault instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
            return all.getAllErrors().values().iterator().next().get(0);
        }
        return fault;
    }
}
