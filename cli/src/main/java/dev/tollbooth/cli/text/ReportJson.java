package dev.tollbooth.cli.text;

import dev.tollbooth.shaded.jackson.JsonGenerator;
import dev.tollbooth.shaded.protobuf.ByteString;
import dev.tollbooth.shaded.protobuf.Descriptors.EnumValueDescriptor;
import dev.tollbooth.shaded.protobuf.Descriptors.FieldDescriptor;
import dev.tollbooth.shaded.protobuf.MapEntry;
import dev.tollbooth.shaded.protobuf.Message;
import java.io.IOException;
import java.util.Base64;
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
        return Json.line(json -> write(message, json));
    }

    private static void write(Message message, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Map.Entry<FieldDescriptor, Object> each : message.getAllFields().entrySet()) {
            FieldDescriptor field = each.getKey();
            json.writeFieldName(field.getJsonName());
            if (field.isMapField()) {
                writeMap((List<?>) each.getValue(), json);
            } else if (field.isRepeated()) {
                json.writeStartArray();
                for (Object value : (List<?>) each.getValue()) {
                    writeValue(field, value, json);
                }
                json.writeEndArray();
            } else {
                writeValue(field, each.getValue(), json);
            }
            if (field.getType() == FieldDescriptor.Type.BYTES && !field.isRepeated()) {
                writeReadable(field, (ByteString) each.getValue(), json);
            }
        }
        json.writeEndObject();
    }

    private static void writeReadable(FieldDescriptor field, ByteString value, JsonGenerator json) throws IOException {
        if (field.getName().endsWith("digest")) {
            json.writeStringField(field.getJsonName() + "Hex", Hex.of(value));
        } else if (field.getName().equals("keyspace_name")) {
            json.writeStringField("keyspaceText", value.toStringUtf8());
        }
    }

    /** Writes a map of strings to scalars, the only kind of map. */
    private static void writeMap(List<?> entries, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Object each : entries) {
            MapEntry<?, ?> entry = (MapEntry<?, ?>) each;
            json.writeFieldName(String.valueOf(entry.getKey()));
            writeValue(entry.getDescriptorForType().findFieldByName("value"), entry.getValue(), json);
        }
        json.writeEndObject();
    }

    private static void writeValue(FieldDescriptor field, Object value, JsonGenerator json) throws IOException {
        switch (field.getType()) {
            case MESSAGE -> write((Message) value, json);
            case STRING -> json.writeString((String) value);
            case BYTES -> json.writeString(Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()));
            case UINT64, FIXED64 -> json.writeString(Long.toUnsignedString((Long) value));
            case INT64, SINT64, SFIXED64 -> json.writeString(value.toString());
            case UINT32, FIXED32 -> json.writeNumber(Integer.toUnsignedString((Integer) value));
            case DOUBLE -> writeDouble((Double) value, json);
            case ENUM -> writeEnum((EnumValueDescriptor) value, json);
            case BOOL -> json.writeBoolean((Boolean) value);
            default -> json.writeNumber(value.toString());
        }
    }

    private static void writeDouble(double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            String text = Double.toString(value);
            json.writeNumber(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
        } else {
            json.writeString(Double.toString(value));
        }
    }

    /** Writes an enum value by name, or by number if it is of a later version. */
    private static void writeEnum(EnumValueDescriptor value, JsonGenerator json) throws IOException {
        if (value.getIndex() < 0) {
            json.writeNumber(value.getNumber());
        } else {
            json.writeString(value.getName());
        }
    }
}
