package dev.tollbooth.cli.attach;

import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** A converter from rows of MBeans' tables to JSON: keys are the columns' names, times are in ISO 8601. */
public final class OpenJson {

    private OpenJson() {}

    /** Returns the columns of {@code row}. */
    public static Map<String, @Nullable Object> map(CompositeData row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String column : row.getCompositeType().keySet()) {
            Object value = row.get(column);
            boolean plain = value == null || value instanceof Number || value instanceof Boolean;
            map.put(
                    column,
                    plain
                            ? value
                            : value instanceof Date date ? date.toInstant().toString() : value.toString());
        }
        return map;
    }
}
