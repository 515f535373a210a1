package io.rafiki.node;

import java.util.Map;

/** A table's automatic compaction, by way of {@code StorageService}. */
final class AutoCompaction {

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final MBeans beans;

    AutoCompaction(MBeans beans) {
        this.beans = beans;
    }

    /**
     * Whether it is switched off. {@code getAutoCompactionStatus} says true for off: it returns
     * {@code isAutoCompactionDisabled()}, and nodetool's statusautocompaction negates it.
     */
    boolean off(TableName table) throws NodeException {
        Object status = beans.call(STORAGE_SERVICE, "getAutoCompactionStatus", table);
        return status instanceof Map<?, ?> byTable && Boolean.TRUE.equals(byTable.get(table.table()));
    }

    /**
     * Asks for a background compaction. To enable what is enabled changes nothing, but submits the table; without that, a new
     * strategy finds no work until the next flush or the node's own round, a minute apart.
     */
    void submit(TableName table) throws NodeException {
        beans.call(STORAGE_SERVICE, "enableAutoCompaction", table);
    }
}
