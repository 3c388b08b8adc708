package dev.tollbooth.internal.otlp;

import dev.tollbooth.internal.control.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A client that sends requests to one collector by the JDK's HTTP client, with a timeout that includes the response's
 * body. Thread-safe.
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

    /** Returns the response to {@code body}, whatever its status is. */
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
}
