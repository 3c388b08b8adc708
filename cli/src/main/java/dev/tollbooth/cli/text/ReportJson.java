package dev.tollbooth.cli.text;

import dev.tollbooth.shaded.protobuf.ByteString;
import dev.tollbooth.shaded.protobuf.Descriptors.EnumValueDescriptor;
import dev.tollbooth.shaded.protobuf.Descriptors.FieldDescriptor;
import dev.tollbooth.shaded.protobuf.MapEntry;
import dev.tollbooth.shaded.protobuf.Message;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A formatter of reports in protobuf's JSON mapping, on one line: 64-bit numbers as strings, bytes in base64, default
 * values left out. Each digest also has its hex form, such as {@code sqlDigestHex}, and each keyspace its text, {@code
 * keyspaceText}.
 */
public final class ReportJson {

    private ReportJson() {}

    /** Returns the message as a JSON object. */
    public static String of(Message message) {
        return Json.line(fields(message));
    }

    private static Map<String, Object> fields(Message message) {
        Map<String, Object> json = new LinkedHashMap<>();
        message.getAllFields().forEach((field, value) -> {
            String name = field.getJsonName();
            if (field.isMapField()) {
                json.put(name, entries((List<?>) value));
            } else if (field.isRepeated()) {
                json.put(
                        name,
                        ((List<?>) value)
                                .stream().map(each -> value(field, each)).toList());
            } else {
                json.put(name, value(field, value));
            }
            if (value instanceof ByteString bytes && field.getName().endsWith("digest")) {
                json.put(name + "Hex", Hex.of(bytes));
            } else if (value instanceof ByteString bytes && field.getName().equals("keyspace_name")) {
                json.put("keyspaceText", bytes.toStringUtf8());
            }
        });
        return json;
    }

    /** Returns a map of strings to scalars, the only kind of map. */
    private static Map<String, Object> entries(List<?> entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Object each : entries) {
            MapEntry<?, ?> entry = (MapEntry<?, ?>) each;
            FieldDescriptor field = entry.getDescriptorForType().findFieldByName("value");
            map.put(String.valueOf(entry.getKey()), value(field, entry.getValue()));
        }
        return map;
    }

    private static Object value(FieldDescriptor field, Object value) {
        return switch (field.getType()) {
            case MESSAGE -> fields((Message) value);
            case BYTES -> Base64.getEncoder().encodeToString(((ByteString) value).toByteArray());
            case UINT64, FIXED64 -> Long.toUnsignedString((Long) value);
            case INT64, SINT64, SFIXED64 -> value.toString();
            case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
            case DOUBLE -> number((Double) value);
            case ENUM -> name((EnumValueDescriptor) value);
            default -> value;
        };
    }

    /** Returns a whole number without a fraction, and a number that is not finite as text. */
    private static Object number(Double value) {
        String text = value.toString();
        if (!Double.isFinite(value)) {
            return text;
        }
        return text.endsWith(".0") ? (Object) Long.valueOf(text.substring(0, text.length() - 2)) : value;
    }

    /** Returns the name of an enum value, or its number if it is of a later version. */
    private static Object name(EnumValueDescriptor value) {
        return value.getIndex() < 0 ? (Object) value.getNumber() : value.getName();
    }
}
