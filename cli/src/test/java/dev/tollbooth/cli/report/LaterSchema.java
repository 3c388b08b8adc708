package dev.tollbooth.cli.report;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.WireFormat;
import dev.tollbooth.proto.tipb.TopSqlAgentProto;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.ReportProto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Possible later schemas of reports. Each version adds fields of every kind to every message. */
final class LaterSchema {

    private static final FieldDescriptorProto.Type[] KINDS = {
        FieldDescriptorProto.Type.TYPE_STRING,
        FieldDescriptorProto.Type.TYPE_UINT64,
        FieldDescriptorProto.Type.TYPE_DOUBLE,
        FieldDescriptorProto.Type.TYPE_FIXED32,
        FieldDescriptorProto.Type.TYPE_BYTES
    };

    private LaterSchema() {}

    /** Returns the type of reports with {@code moreFields} additional fields in each message. */
    static Descriptor reportWith(int moreFields) throws Exception {
        FileDescriptor tipb = FileDescriptor.buildFrom(
                widened(TopSqlAgentProto.getDescriptor().toProto().toByteArray(), moreFields), new FileDescriptor[0]);
        return FileDescriptor.buildFrom(
                        widened(ReportProto.getDescriptor().toProto().toByteArray(), moreFields),
                        new FileDescriptor[] {tipb})
                .findMessageTypeByName("Report");
    }

    private static FileDescriptorProto widened(byte[] file, int moreFields) throws IOException {
        FileDescriptorProto.Builder builder = FileDescriptorProto.parseFrom(file).toBuilder();
        for (DescriptorProto.Builder message : builder.getMessageTypeBuilderList()) {
            for (int i = 0; i < moreFields; i++) {
                message.addField(FieldDescriptorProto.newBuilder()
                        .setName("later_" + i)
                        .setNumber(2_001 + i)
                        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                        .setType(KINDS[i % KINDS.length]));
            }
        }
        return builder.build();
    }

    /** Writes reports of a schema version, each with a record of 2.5 RU and 3 executions. */
    static void write(Path file, int version, String bootId, int reports) throws Exception {
        Descriptor type = reportWith(version);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 1; i <= reports; i++) {
                DynamicMessage.Builder report = filled(type);
                report.setField(type.findFieldByName("schema_version"), version);
                report.setField(type.findFieldByName("boot_id"), bootId);
                report.setField(type.findFieldByName("sequence"), (long) i);
                report.addRepeatedField(type.findFieldByName("top_ru_records"), record(type));
                report.setField(type.findFieldByName("window_start_sec"), ReportFixture.START);
                report.setField(type.findFieldByName("window_end_sec"), ReportFixture.START + 60);
                out.write(framed(report.build().toByteArray()));
            }
        }
    }

    /** Returns the fields with length, marker and checksum, as in {@code report.proto}. */
    private static byte[] framed(byte[] fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeUInt32NoTag(10 + fields.length + 6);
        out.writeFixed64(Report.MARKER_FIELD_NUMBER, 0x1a0a0d4c4c4f548fL);
        out.writeRawBytes(fields);
        out.writeTag(Report.CRC32C_FIELD_NUMBER, WireFormat.WIRETYPE_FIXED32);
        out.flush();
        CRC32C sum = new CRC32C();
        sum.update(bytes.toByteArray());
        out.writeFixed32NoTag((int) sum.getValue());
        out.flush();
        return bytes.toByteArray();
    }

    private static DynamicMessage record(Descriptor report) {
        Descriptor type = report.findFieldByName("top_ru_records").getMessageType();
        Descriptor itemType = type.findFieldByName("items").getMessageType();
        return filled(type)
                .setField(type.findFieldByName("user"), "web")
                .addRepeatedField(
                        type.findFieldByName("items"),
                        filled(itemType)
                                .setField(itemType.findFieldByName("total_ru"), 2.5)
                                .setField(itemType.findFieldByName("exec_count"), 3L)
                                .build())
                .build();
    }

    /** Returns a message with a value in each additional field. */
    private static DynamicMessage.Builder filled(Descriptor type) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            if (field.getName().startsWith("later_")) {
                message.setField(
                        field,
                        switch (field.getJavaType()) {
                            case STRING -> "later";
                            case LONG -> 7L;
                            case INT -> 7;
                            case DOUBLE -> 7.5;
                            default -> com.google.protobuf.ByteString.copyFromUtf8("later");
                        });
            }
        }
        return message;
    }
}
