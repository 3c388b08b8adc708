package dev.tollbooth.proto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.Locale;

/** The messages of tipb as its consumers know them: written by hand from its table of fields, without ours. */
final class TipbDescriptor {

    private final FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder()
            .setName("peer.proto")
            .setPackage("tipb")
            .setSyntax("proto3");

    private TipbDescriptor() {}

    static FileDescriptor build() throws DescriptorValidationException {
        TipbDescriptor tipb = new TipbDescriptor();
        tipb.message(
                "TopSQLRecord",
                "1 sql_digest bytes",
                "2 plan_digest bytes",
                "3 items *TopSQLRecordItem",
                "4 keyspace_name bytes");
        tipb.sqlItem();
        tipb.message(
                "TopRURecord",
                "1 keyspace_name bytes",
                "2 user string",
                "3 sql_digest bytes",
                "4 plan_digest bytes",
                "5 items *TopRURecordItem");
        tipb.message(
                "TopRURecordItem",
                "1 timestamp_sec uint64",
                "2 total_ru double",
                "3 exec_count uint64",
                "4 exec_duration uint64");
        tipb.message(
                "SQLMeta",
                "1 sql_digest bytes",
                "2 normalized_sql string",
                "3 is_internal_sql bool",
                "4 keyspace_name bytes");
        tipb.message(
                "PlanMeta",
                "1 plan_digest bytes",
                "2 normalized_plan string",
                "3 encoded_normalized_plan string",
                "4 keyspace_name bytes");
        tipb.enumeration("ItemInterval", 0, 15, 30, 60);
        tipb.enumeration("CollectorType", 0, 1, 2);
        tipb.message("TopRUConfig", "1 item_interval_seconds =ItemInterval");
        tipb.message("TopSQLSubRequest", "1 collectors *=CollectorType", "2 topru TopRUConfig");
        tipb.response();
        return FileDescriptor.buildFrom(tipb.file.build(), new FileDescriptor[0]);
    }

    private void sqlItem() {
        DescriptorProto entry = DescriptorProto.newBuilder()
                .setName("StmtKvExecCountEntry")
                .setOptions(MessageOptions.newBuilder().setMapEntry(true))
                .addField(field("1 key string"))
                .addField(field("2 value uint64"))
                .build();
        file.addMessageType(fields(
                        "TopSQLRecordItem",
                        "1 timestamp_sec uint64",
                        "2 cpu_time_ms uint32",
                        "3 stmt_exec_count uint64",
                        "4 stmt_kv_exec_count *TopSQLRecordItem.StmtKvExecCountEntry",
                        "5 stmt_duration_sum_ns uint64",
                        "6 stmt_duration_count uint64",
                        "7 stmt_network_in_bytes uint64",
                        "8 stmt_network_out_bytes uint64")
                .addNestedType(entry));
    }

    private void response() {
        DescriptorProto.Builder response = fields(
                "TopSQLSubResponse",
                "1 record TopSQLRecord",
                "2 sql_meta SQLMeta",
                "3 plan_meta PlanMeta",
                "4 ru_record TopRURecord");
        response.addOneofDecl(OneofDescriptorProto.newBuilder().setName("resp_oneof"));
        response.getFieldBuilderList().forEach(field -> field.setOneofIndex(0));
        file.addMessageType(response);
    }

    private void message(String name, String... fields) {
        file.addMessageType(fields(name, fields));
    }

    private static DescriptorProto.Builder fields(String name, String... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (String field : fields) {
            message.addField(field(field));
        }
        return message;
    }

    /** Reads "number name type"; a star before the type is repeated, an equals sign an enumeration. */
    private static FieldDescriptorProto.Builder field(String text) {
        String[] parts = text.split(" ");
        String type = parts[2];
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setNumber(Integer.parseInt(parts[0]))
                .setName(parts[1])
                .setLabel(type.startsWith("*") ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
        type = type.replace("*", "");
        if (type.startsWith("=")) {
            field.setType(Type.TYPE_ENUM).setTypeName(".tipb." + type.substring(1));
        } else if (Character.isUpperCase(type.charAt(0))) {
            field.setType(Type.TYPE_MESSAGE).setTypeName(".tipb." + type);
        } else {
            field.setType(Type.valueOf("TYPE_" + type.toUpperCase(Locale.ROOT)));
        }
        return field;
    }

    private void enumeration(String name, int... values) {
        EnumDescriptorProto.Builder enumeration =
                EnumDescriptorProto.newBuilder().setName(name);
        for (int value : values) {
            enumeration.addValue(
                    EnumValueDescriptorProto.newBuilder().setName(name + value).setNumber(value));
        }
        file.addEnumType(enumeration);
    }
}
