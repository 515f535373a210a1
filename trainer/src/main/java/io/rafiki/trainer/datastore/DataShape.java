package io.rafiki.trainer.datastore;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a data set holds before a trial.
 *
 * @param records rows
 * @param fields columns of a row
 * @param fieldBytes size of one column
 * @param overwrites updates after loading, as a share of the rows; each writes one field, so that rows lie in fragments over sstables
 */
public record DataShape(long records, int fields, int fieldBytes, double overwrites) {

    public DataShape {
        if (records < 1 || fields < 1 || fieldBytes < 1 || !(overwrites >= 0)) {
            throw new IllegalArgumentException("data: expected at least one record, field and byte, found " + records
                    + ", " + fields + ", " + fieldBytes + ", overwrites " + overwrites);
        }
    }

    /** The payload, in bytes. */
    public long bytes() {
        return records * fields * fieldBytes;
    }

    /** What loading writes, before compactions have dropped what was overwritten, in bytes. */
    public long writtenBytes() {
        return bytes() + Math.round(records * overwrites) * fieldBytes;
    }

    /** The properties by which YCSB knows this shape. */
    public Map<String, String> ycsb() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("recordcount", Long.toString(records));
        properties.put("fieldcount", Integer.toString(fields));
        properties.put("fieldlength", Integer.toString(fieldBytes));
        return properties;
    }
}
