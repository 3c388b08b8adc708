package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.JsonStrings;
import dev.tollbooth.shaded.protobuf.ByteString;
import dev.tollbooth.shaded.protobuf.Descriptors.EnumValueDescriptor;
import dev.tollbooth.shaded.protobuf.Descriptors.FieldDescriptor;
import dev.tollbooth.shaded.protobuf.MapEntry;
import dev.tollbooth.shaded.protobuf.Message;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Protobuf's own JSON mapping, on one line, for what reports hold: 64-bit numbers as strings, bytes in base64, fields that
 * have their default left out. Beside each digest stands its hex form, such as {@code sqlDigestHex}.
 */
public final class ReportJson {

    private ReportJson() {}

    /** Returns the message as a JSON object. */
    public static String of(Message message) {
        StringBuilder json = new StringBuilder();
        append(json, message);
        return json.toString();
    }

    private static void append(StringBuilder json, Message message) {
        json.append('{');
        String comma = "";
        for (Map.Entry<FieldDescriptor, Object> each : message.getAllFields().entrySet()) {
            FieldDescriptor field = each.getKey();
            json.append(comma).append('"').append(field.getJsonName()).append("\":");
            comma = ",";
            if (field.isMapField()) {
                appendMap(json, (List<?>) each.getValue());
            } else if (field.isRepeated()) {
                appendList(json, field, (List<?>) each.getValue());
            } else {
                appendValue(json, field, each.getValue());
            }
            if (field.getType() == FieldDescriptor.Type.BYTES && field.getName().endsWith("digest")) {
                json.append(",\"")
                        .append(field.getJsonName())
                        .append("Hex\":\"")
                        .append(Hex.of((ByteString) each.getValue()))
                        .append('"');
            }
        }
        json.append('}');
    }

    private static void appendList(StringBuilder json, FieldDescriptor field, List<?> values) {
        json.append('[');
        for (int i = 0; i < values.size(); i++) {
            json.append(i == 0 ? "" : ",");
            appendValue(json, field, values.get(i));
        }
        json.append(']');
    }

    /** Maps of strings to scalars: there are no others. */
    private static void appendMap(StringBuilder json, List<?> entries) {
        json.append('{');
        for (int i = 0; i < entries.size(); i++) {
            MapEntry<?, ?> entry = (MapEntry<?, ?>) entries.get(i);
            json.append(i == 0 ? "" : ",")
                    .append(JsonStrings.quote(String.valueOf(entry.getKey())))
                    .append(':');
            appendValue(json, entry.getDescriptorForType().findFieldByName("value"), entry.getValue());
        }
        json.append('}');
    }

    private static void appendValue(StringBuilder json, FieldDescriptor field, Object value) {
        switch (field.getType()) {
            case MESSAGE -> append(json, (Message) value);
            case STRING -> json.append(JsonStrings.quote((String) value));
            case BYTES ->
                json.append('"')
                        .append(Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()))
                        .append('"');
            case UINT64 ->
                json.append('"').append(Long.toUnsignedString((Long) value)).append('"');
            case UINT32 -> json.append(Integer.toUnsignedString((Integer) value));
            case DOUBLE -> appendDouble(json, (Double) value);
            case ENUM -> appendEnum(json, (EnumValueDescriptor) value);
            default -> json.append(value);
        }
    }

    private static void appendDouble(StringBuilder json, double value) {
        if (Double.isFinite(value)) {
            String text = Double.toString(value);
            json.append(text, 0, text.endsWith(".0") ? text.length() - 2 : text.length());
        } else {
            json.append('"').append(value).append('"');
        }
    }

    /** A value of a later version has no name here. */
    private static void appendEnum(StringBuilder json, EnumValueDescriptor value) {
        if (value.getIndex() < 0) {
            json.append(value.getNumber());
        } else {
            json.append('"').append(value.getName()).append('"');
        }
    }
}
