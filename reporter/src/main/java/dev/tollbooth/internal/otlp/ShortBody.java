package dev.tollbooth.internal.otlp;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A reader of the begin of a response's body: collectors answer with a few bytes, and the rest is ignored. */
final class ShortBody implements BodySubscriber<byte[]> {

    private static final int MAX_BYTES = 64 << 10;

    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription; // used by the client's thread

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription from) {
        subscription = from;
        from.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            byte[] read = new byte[Math.min(part.remaining(), MAX_BYTES - bytes.size())];
            part.get(read);
            bytes.writeBytes(read);
        }
        Flow.Subscription from = subscription;
        if (bytes.size() == MAX_BYTES && from != null) {
            from.cancel();
            onComplete();
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
