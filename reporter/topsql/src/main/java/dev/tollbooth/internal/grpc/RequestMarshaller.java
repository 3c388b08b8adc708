package dev.tollbooth.internal.grpc;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Turns a request's bytes into a message, or into nothing where they are none. To throw would be a failure of the server's:
 * gRPC would log it with a stack trace and answer UNKNOWN.
 *
 * <p>Thread-safe: immutable.
 *
 * @param <M> the message
 * @param parser of the message
 */
record RequestMarshaller<M extends MessageLite>(Parser<M> parser) implements MethodDescriptor.Marshaller<Optional<M>> {

    @Override
    public InputStream stream(Optional<M> message) {
        return new ByteArrayInputStream(message.map(MessageLite::toByteArray).orElseThrow());
    }

    @Override
    public Optional<M> parse(InputStream stream) {
        try {
            return Optional.of(parser.parseFrom(stream));
        } catch (IOException | RuntimeException e) {
            // no such message, or compressed bytes that are none or too many: the caller is told
            return Optional.empty();
        }
    }
}
