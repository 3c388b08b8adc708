package dev.tollbooth.integration.grpc;

import com.google.protobuf.DynamicMessage;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A client that keeps all that one subscription receives. */
final class SubscribingClient extends ClientCall.Listener<DynamicMessage> {
    final BlockingQueue<DynamicMessage> got = new LinkedBlockingQueue<>();
    final CountDownLatch closed = new CountDownLatch(1);
    volatile Status status = Status.OK;

    @Override
    public void onMessage(DynamicMessage message) {
        got.add(message);
    }

    @Override
    public void onClose(Status end, Metadata trailers) {
        status = end;
        closed.countDown();
    }
}
