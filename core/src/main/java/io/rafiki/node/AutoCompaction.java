package io.rafiki.node;

import java.util.Map;

/** A table's automatic compaction, through {@code StorageService}. */
final class AutoCompaction {

    /** The part of the compaction option that contains the state. */
    static final String OPTION = "enabled";

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final MBeans beans;

    AutoCompaction(MBeans beans) {
        this.beans = beans;
    }

    /**
     * Whether automatic compaction is off. {@code getAutoCompactionStatus} returns true for off: it returns {@code
     * isAutoCompactionDisabled()}, which nodetool's statusautocompaction negates. It also returns true while a task of the node pauses the
     * compactions of the table.
     *
     * @throws NodeException if they are paused, or if they are off and only the agent could tell why
     */
    boolean off(TableName table) throws NodeException {
        if (!isDisabled(table)) {
            return false;
        }
        if (isPaused(table)) {
            throw new NodeException(new NodeFailure.CompactionsPaused(table.toString()));
        }
        // a pause can have ended in between
        return isDisabled(table);
    }

    private boolean isDisabled(TableName table) throws NodeException {
        Object status = beans.call(STORAGE_SERVICE, "getAutoCompactionStatus", table);
        return status instanceof Map<?, ?> byTable && Boolean.TRUE.equals(byTable.get(table.table()));
    }

    /** @throws NodeException without the agent: a write during a pause would make it permanent */
    private boolean isPaused(TableName table) throws NodeException {
        return Boolean.TRUE.equals(beans.call(CompactionStats.AGENT, "compactionPaused", table.toString()));
    }

    /**
     * Submits a background compaction. Enabling an enabled table changes nothing, but submits it. Otherwise a new strategy has no work
     * until the next flush or the node's own check, once a minute.
     */
    void submit(TableName table) throws NodeException {
        beans.call(STORAGE_SERVICE, "enableAutoCompaction", table);
    }
}
