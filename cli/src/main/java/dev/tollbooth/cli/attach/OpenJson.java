package dev.tollbooth.cli.attach;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Writes rows of MBeans' tables as JSON: an object a row, keys as the columns are named, times in ISO 8601. */
public final class OpenJson {

    private OpenJson() {}

    /** Writes an array of {@code rows} as the field {@code name}. */
    public static void write(String name, Collection<CompositeData> rows, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (CompositeData row : rows) {
            json.writeStartObject();
            writeColumns(row, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes each column of {@code row} as a field. */
    public static void writeColumns(CompositeData row, JsonGenerator json) throws IOException {
        for (String column : row.getCompositeType().keySet()) {
            json.writeFieldName(column);
            write(row.get(column), json);
        }
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            json.writeNumber(number.doubleValue());
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Date date) {
            json.writeString(date.toInstant().toString());
        } else {
            json.writeString(value.toString());
        }
    }
}
