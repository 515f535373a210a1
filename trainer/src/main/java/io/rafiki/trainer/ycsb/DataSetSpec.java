package io.rafiki.trainer.ycsb;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contents of a data set before a trial.
 *
 * @param records number of rows
 * @param fields columns per row
 * @param fieldBytes bytes per column
 * @param updateFraction updates after loading, as a share of the rows; each update writes one field, so rows are spread over several sstables
 */
public record DataSetSpec(long records, int fields, int fieldBytes, double updateFraction) {

    public DataSetSpec {
        if (records < 1 || fields < 1 || fieldBytes < 1 || !(updateFraction >= 0)) {
            throw new IllegalArgumentException("data: expected at least one record, field and byte, found " + records
                    + ", " + fields + ", " + fieldBytes + ", update fraction " + updateFraction);
        }
    }

    public long bytes() {
        return records * fields * fieldBytes;
    }

    /** Bytes written while loading, before compaction removes overwritten values. */
    public long writtenBytes() {
        return bytes() + Math.round(records * updateFraction) * fieldBytes;
    }

    /** The YCSB properties of this shape. */
    public Map<String, String> ycsb() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("recordcount", Long.toString(records));
        properties.put("fieldcount", Integer.toString(fields));
        properties.put("fieldlength", Integer.toString(fieldBytes));
        return properties;
    }
}
