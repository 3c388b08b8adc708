package dev.tollbooth.integration.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tollbooth.proto.tipb.TopSqlAgentProto;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/**
 * A peer with protobuf under its public name and grpc-java's own marshaller. It uses the bytes that describe tipb's
 * messages, but no class of Tollbooth.
 */
public final class TipbPeer {

    private static final FileDescriptor TIPB = describe();

    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** The method that a subscriber calls. */
    public static final MethodDescriptor<DynamicMessage, DynamicMessage> SUBSCRIBE =
            method(MethodType.SERVER_STREAMING, "TopSQLPubSub/Subscribe", "TopSQLSubRequest", "TopSQLSubResponse");

    private TipbPeer() {}

    private static FileDescriptor describe() {
        try {
            byte[] description = TopSqlAgentProto.getDescriptor().toProto().toByteArray();
            return FileDescriptor.buildFrom(FileDescriptorProto.parseFrom(description), new FileDescriptor[0]);
        } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a method of the agent. */
    static MethodDescriptor<DynamicMessage, DynamicMessage> agent(String name, String request) {
        return method(MethodType.CLIENT_STREAMING, "TopSQLAgent/" + name, request, "EmptyResponse");
    }

    private static MethodDescriptor<DynamicMessage, DynamicMessage> method(
            MethodType type, String name, String request, String response) {
        return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                .setType(type)
                .setFullMethodName("tipb." + name)
                .setRequestMarshaller(ProtoUtils.marshaller(empty(request)))
                .setResponseMarshaller(ProtoUtils.marshaller(empty(response)))
                .build();
    }

    static DynamicMessage empty(String message) {
        return DynamicMessage.getDefaultInstance(TIPB.findMessageTypeByName(message));
    }

    /** Returns a request for both kinds of records, in items of {@code itemSeconds}. */
    public static DynamicMessage request(int itemSeconds) {
        return request(itemSeconds, 1, 2);
    }

    /** Returns a request for these collectors, in items of {@code itemSeconds}. */
    static DynamicMessage request(int itemSeconds, int... collectorNumbers) {
        Descriptor type = TIPB.findMessageTypeByName("TopSQLSubRequest");
        Descriptor config = TIPB.findMessageTypeByName("TopRUConfig");
        var collectors = TIPB.findEnumTypeByName("CollectorType");
        DynamicMessage.Builder request = DynamicMessage.newBuilder(type);
        for (int number : collectorNumbers) {
            request.addRepeatedField(type.findFieldByName("collectors"), collectors.findValueByNumber(number));
        }
        return request.setField(
                        type.findFieldByName("topru"),
                        DynamicMessage.newBuilder(config)
                                .setField(
                                        config.findFieldByName("item_interval_seconds"),
                                        TIPB.findEnumTypeByName("ItemInterval")
                                                .findValueByNumberCreatingIfUnknown(itemSeconds))
                                .build())
                .build();
    }

    /** Returns the field of this name. */
    static Object get(DynamicMessage message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    /** Returns the message in the field of this name. */
    static DynamicMessage inner(DynamicMessage message, String field) {
        return (DynamicMessage) get(message, field);
    }

    /** Returns whether the field of this name is set. */
    static boolean has(DynamicMessage message, String field) {
        return message.hasField(message.getDescriptorForType().findFieldByName(field));
    }

    /** Returns the text of the bytes in the field of this name. */
    static String text(DynamicMessage message, String field) {
        return ((ByteString) get(message, field)).toStringUtf8();
    }
}
