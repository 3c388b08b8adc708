package dev.tollbooth.benchmarks.topru;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.LongAdder;

/** A subscriber of an instance's reports on loopback, which receives all of them, or stalls after the first message. */
final class GrpcSubscriber implements AutoCloseable {

    /** A request for TopSQL and TopRU, in items of a minute. */
    private static final byte[] REQUEST = {10, 2, 1, 2};

    private static final MethodDescriptor<byte[], byte[]> SUBSCRIBE = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
            .setFullMethodName("tipb.TopSQLPubSub/Subscribe")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    /** A marshaller that leaves the bytes of messages as they are. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A listener that counts the received messages. */
    private static final class Counter extends ClientCall.Listener<byte[]> {
        final LongAdder messages = new LongAdder();

        @Override
        public void onMessage(byte[] message) {
            messages.increment();
        }
    }

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final Counter counter = new Counter();

    GrpcSubscriber(int port, boolean stalls) {
        channel = Grpc.newChannelBuilderForAddress("127.0.0.1", port, InsecureChannelCredentials.create())
                .build();
        call = channel.newCall(SUBSCRIBE, CallOptions.DEFAULT.withWaitForReady());
        call.start(counter, new Metadata());
        call.request(stalls ? 1 : Integer.MAX_VALUE);
        call.sendMessage(REQUEST);
        call.halfClose();
    }

    long messages() {
        return counter.messages.sum();
    }

    @Override
    public void close() {
        call.cancel("done", null);
        channel.shutdownNow();
    }
}
