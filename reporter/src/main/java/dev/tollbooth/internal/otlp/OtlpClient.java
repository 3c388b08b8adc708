package dev.tollbooth.internal.otlp;

import dev.tollbooth.internal.control.DaemonThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends requests to one collector by the JDK's HTTP client. Its timeout includes the response's body.
 * Thread-safe.
 */
final class OtlpClient implements AutoCloseable {

    private final OtlpOptions options;
    private final ExecutorService threads;
    private final HttpClient client;

    /**
     * Makes a client without a connection.
     *
     * @throws IllegalArgumentException if the certificates can't be read
     */
    OtlpClient(OtlpOptions options) {
        this.options = options;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.timeout());
        if (!options.certificates().isEmpty()) {
            builder.sslContext(trusting(options.certificates()));
        }
        this.threads = Executors.newCachedThreadPool(task -> DaemonThread.of(task, "tollbooth-otlp"));
        this.client = builder.executor(threads).build();
    }

    private static SSLContext trusting(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry(Integer.toString(number++), certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "certificates can't be read: OTEL_EXPORTER_OTLP_CERTIFICATE, exception="
                            + e.getClass().getName() + "; give a PEM file",
                    e);
        }
    }

    /** Sends {@code body} and returns the response, with any status. */
    HttpResponse<byte[]> post(byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(options.endpoint())
                .timeout(options.timeout())
                .header("Content-Type", "application/x-protobuf")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (options.gzip()) {
            request.header("Content-Encoding", "gzip");
        }
        options.headers().forEach(request::setHeader);
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request.build(), response -> new ShortBody());
        try {
            return sent.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new CollectorException("not sent", e.getCause());
        } catch (TimeoutException e) {
            throw new CollectorException(
                    "no answer: timeoutMillis=" + options.timeout().toMillis(), e);
        } finally {
            sent.cancel(true);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /**
     * A reader of the first {@value #MAX_BYTES} bytes of a response's body. Collectors answer with a few bytes; the
     * rest is ignored.
     */
    private static final class ShortBody implements BodySubscriber<byte[]> {

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

    /**
     * An exception that signals that metrics did not reach a collector. Tollbooth writes its message, so it may be
     * logged.
     */
    static final class CollectorException extends IOException {

        private static final long serialVersionUID = 1;

        CollectorException(String message) {
            super(message);
        }

        CollectorException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
