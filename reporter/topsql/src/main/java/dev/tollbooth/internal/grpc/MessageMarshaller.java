package dev.tollbooth.internal.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/**
 * Turns messages into bytes and back for gRPC. Its own protobuf module can't: it knows the protobuf library by its public
 * name only, and the one in the driver's jar has another.
 *
 * <p>Thread-safe: immutable.
 *
 * @param <M> the message
 * @param parser of the message
 */
record MessageMarshaller<M extends MessageLite>(Parser<M> parser) implements MethodDescriptor.Marshaller<M> {

    @Override
    public InputStream stream(M message) {
        return new ByteArrayInputStream(message.toByteArray());
    }

    @Override
    public M parse(InputStream stream) {
        try {
            return parser.parseFrom(stream);
        } catch (InvalidProtocolBufferException e) {
            throw Status.INTERNAL
                    .withDescription("not a tipb message: send what topsql_agent.proto describes")
                    .withCause(e)
                    .asRuntimeException();
        }
    }
}
