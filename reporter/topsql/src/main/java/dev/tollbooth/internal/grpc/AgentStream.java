package dev.tollbooth.internal.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.proto.tipb.EmptyResponse;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client stream to an agent. It sends messages as fast as the agent accepts them, and waits for the agent's answer.
 *
 * <p>Thread-safe: gRPC's thread wakes the thread that sends.
 *
 * @param <M> the type of the messages
 */
final class AgentStream<M> extends ClientCall.Listener<EmptyResponse> {

    private final ClientCall<M, EmptyResponse> call;
    private final Metadata headers;

    @GuardedBy("this")
    private @Nullable Status status;

    AgentStream(ClientCall<M, EmptyResponse> call, Metadata headers) {
        this.call = call;
        this.headers = headers;
    }

    /**
     * Sends all messages and waits for the answer, until the call's deadline.
     *
     * @throws StatusException if the agent is unreachable, rejects the call or is too slow
     */
    void send(List<M> messages) throws StatusException, InterruptedException {
        call.start(this, headers);
        try {
            call.request(2); // one answer, and the end after it
            for (M message : messages) {
                if (!awaitReady()) {
                    break;
                }
                call.sendMessage(message);
            }
            call.halfClose();
            Status end = awaitEnd();
            if (!end.isOk()) {
                throw end.asException();
            }
        } catch (InterruptedException e) {
            call.cancel("interrupted", e);
            throw e;
        }
    }

    private synchronized boolean awaitReady() throws InterruptedException {
        while (status == null && !call.isReady()) {
            wait();
        }
        return status == null;
    }

    private synchronized Status awaitEnd() throws InterruptedException {
        Status end = status;
        while (end == null) {
            wait();
            end = status;
        }
        return end;
    }

    @Override
    public synchronized void onReady() {
        notifyAll();
    }

    @Override
    public synchronized void onClose(Status end, Metadata trailers) {
        status = end;
        notifyAll();
    }
}
