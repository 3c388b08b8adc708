package dev.tollbooth.internal.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.metrics.Telemetry;
import dev.tollbooth.internal.otlp.OtlpClient.CollectorException;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.ReportSink.RefusedReportException;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.proto.otlp.ExportMetricsPartialSuccess;
import dev.tollbooth.proto.otlp.ExportMetricsServiceResponse;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/**
 * A sink that sends all metrics to a collector with each report. Metrics are cumulative, so the next attempt includes
 * lost ones.
 *
 * <p>If a collector is busy, the sink retries once within the same report: at the time that the collector asks for, or
 * a second later. If that time is more than five seconds away, or if the collector is busy again, the sink skips the
 * collector until the time that it asks for. Thread-safe.
 */
public final class OtlpSink implements ReportSink, AutoCloseable {

    private static final long MAX_RETRY_SECONDS = 86_400;
    private static final long RETRY_NANOS = 1_000_000_000;
    /** The longest wait before the retry within a report. */
    private static final long MAX_WAIT_NANOS = 5_000_000_000L;
    /** The longest time for which a collector is skipped, even if it asks for more. */
    private static final long MAX_ALONE_NANOS = 600_000_000_000L;

    private final OtlpOptions options;
    private final Telemetry telemetry;
    private final ReportResource resource;
    private final String version;
    private final DropCounters drops;
    private final OtlpClient client;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long heldBytes;
    private volatile boolean closed;
    // used by the sink's thread only
    private boolean failing;
    private boolean rejecting;
    private long aloneUntilNanos = System.nanoTime();

    /**
     * Makes a sink that connects at the first report.
     *
     * @param version Tollbooth's version
     * @throws IllegalArgumentException if the certificates can't be read
     */
    public OtlpSink(
            OtlpOptions options, Telemetry telemetry, ReportResource resource, String version, DropCounters drops) {
        this.options = options;
        this.telemetry = telemetry;
        this.resource = resource;
        this.version = version;
        this.drops = drops;
        this.client = new OtlpClient(options);
    }

    @Override
    public boolean wantsIdle() {
        return true;
    }

    @Override
    public void accept(Report report) throws Exception {
        if (System.nanoTime() - aloneUntilNanos < 0) {
            throw new RefusedReportException(DropReason.SINK_BACKED_OFF);
        }
        byte[] body = encoded();
        heldBytes = body.length;
        try {
            HttpResponse<byte[]> response = send(body);
            if (response.statusCode() / 100 != 2) {
                throw new CollectorException("refused: status=" + response.statusCode());
            }
            bytes.addAndGet(body.length);
            partialSuccess(response.body());
        } catch (RefusedReportException e) {
            throw e;
        } catch (Exception e) {
            told(e);
            throw e;
        } finally {
            heldBytes = 0;
        }
        if (failing) {
            failing = false;
            Log.info("metrics reach the collector again: tollbooth.report.otlp=" + options.address());
        }
    }

    private byte[] encoded() throws IOException {
        byte[] plain = OtlpMessages.of(telemetry.read(options.series()), resource, version)
                .toByteArray();
        if (!options.gzip()) {
            return plain;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 8 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }

    private HttpResponse<byte[]> send(byte[] body) throws Exception {
        HttpResponse<byte[]> response = client.post(body);
        if (!isBusy(response.statusCode())) {
            return response;
        }
        long wait = retryAfterNanos(response.headers().firstValue("Retry-After").orElse(""), RETRY_NANOS);
        if (wait <= MAX_WAIT_NANOS) {
            Thread.sleep(wait / 1_000_000);
            response = client.post(body);
        }
        if (isBusy(response.statusCode())) {
            long longer =
                    retryAfterNanos(response.headers().firstValue("Retry-After").orElse(""), 0);
            aloneUntilNanos = System.nanoTime() + Math.min(longer, MAX_ALONE_NANOS);
            told(new CollectorException("busy: status=" + response.statusCode()));
            throw new RefusedReportException(DropReason.SINK_BUSY);
        }
        return response;
    }

    /** Returns whether OTLP's specification calls a status retryable. */
    private static boolean isBusy(int status) {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    private void partialSuccess(byte[] body) {
        ExportMetricsPartialSuccess partial;
        try {
            partial = ExportMetricsServiceResponse.parseFrom(body).getPartialSuccess();
        } catch (InvalidProtocolBufferException e) {
            return; // accepted; the body has no use
        }
        long rejected = Math.max(0, partial.getRejectedDataPoints());
        if (rejected > 0) {
            drops.add(DropReason.SINK_FAILED, new DropCount(1, rejected));
        }
        if (rejected > 0 && !rejecting) {
            Log.warning("the collector rejects some metrics: tollbooth.report.otlp=" + options.address() + ", points="
                    + rejected + "; its own log says why");
        }
        rejecting = rejected > 0;
    }

    /**
     * Logs a failure once, until metrics reach the collector again. A failure that {@link #close} causes is not logged.
     */
    private void told(Exception failure) {
        if (!failing && !closed && !(failure instanceof InterruptedException)) {
            failing = true;
            // other messages may repeat the collector's own words
            String what = failure instanceof CollectorException
                    ? failure.getMessage()
                    : "exception=" + failure.getClass().getName();
            Log.warning("metrics do not reach the collector: tollbooth.report.otlp=" + options.address() + ", " + what
                    + "; start it or correct the setting, each report tries again");
        }
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    /** Cancels the request in progress. */
    @Override
    public void close() {
        closed = true;
        client.close();
    }

    /**
     * Returns the time to wait in nanoseconds, at most a day, from the header by which a server asks for a later retry:
     * seconds, or a date. Returns {@code otherwise} if {@code value} is invalid.
     */
    private static long retryAfterNanos(String value, long otherwise) {
        String text = value.strip();
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Math.min(MAX_RETRY_SECONDS, Long.parseLong(text)))
                    .toNanos();
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            long seconds = Duration.between(Instant.now(), then).toSeconds() + 1;
            return Duration.ofSeconds(Math.max(0, Math.min(MAX_RETRY_SECONDS, seconds)))
                    .toNanos();
        } catch (DateTimeException e) {
            return otherwise;
        }
    }
}
