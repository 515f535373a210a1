package io.rafiki.trainer.operator;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** JMX open data as plain maps and lists, in the order that the bean gave them. */
public final class OpenData {

    private OpenData() {}

    /** Composite data becomes a map, tabular data and arrays become a list; anything else stays what it is. */
    public static Object plain(Object value) {
        if (value instanceof CompositeData composite) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (String key : composite.getCompositeType().keySet()) {
                map.put(key, plain(composite.get(key)));
            }
            return map;
        }
        if (value instanceof TabularData table) {
            List<Object> rows = new ArrayList<>();
            for (Object row : table.values()) {
                rows.add(plain(row));
            }
            return rows;
        }
        if (value != null && value.getClass().isArray()) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                items.add(plain(Array.get(value, i)));
            }
            return items;
        }
        return value;
    }
}
