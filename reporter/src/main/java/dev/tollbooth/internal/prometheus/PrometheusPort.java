package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.http.HttpPort;
import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.http.OriginCheck;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.http.RequestHandler;
import dev.tollbooth.internal.metrics.MetricSet;
import dev.tollbooth.internal.metrics.SeriesChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Function;

/**
 * The port that Prometheus scrapes. It answers GET on any path, in the format that the client requests. It answers one
 * scrape at a time, series by series.
 *
 * <p>Thread-safe.
 */
public final class PrometheusPort implements AutoCloseable {

    /** The most bytes of a scrape, before it is compressed. */
    static final long MOST_BYTES = 64L << 20;

    private final Function<SeriesChoice, MetricSet> metrics;
    private final HttpPort port;
    private volatile long heldBytes;

    private PrometheusPort(
            String host, InetSocketAddress address, Function<SeriesChoice, MetricSet> metrics, Failures failures)
            throws IOException {
        this.metrics = metrics;
        this.port = HttpPort.open(
                "tollbooth-prometheus-" + address.getPort(),
                address,
                OriginCheck.ofPrograms(host),
                new Scrapes(),
                failure -> failures.caught(Place.REPORT, failure));
    }

    /**
     * Opens the port.
     *
     * @param host a name or address of this machine
     * @param port the port; 0 for any free one
     * @param metrics returns the present metrics; throws {@link IllegalArgumentException} if a choice of series is not
     *     possible
     * @throws IOException if the port can't be opened
     */
    public static PrometheusPort open(
            String host, int port, Function<SeriesChoice, MetricSet> metrics, Failures failures) throws IOException {
        return new PrometheusPort(host, HttpPort.address(host, port), metrics, failures);
    }

    /** Returns the port. */
    public int port() {
        return port.port();
    }

    /** Returns the approximate bytes of heap of the scrape in progress; 0 if there is none. */
    public long heldBytes() {
        return heldBytes;
    }

    private final class Scrapes implements RequestHandler {

        @Override
        public boolean isLarge(HttpRequest request) {
            return true;
        }

        @Override
        public HttpResponse respond(HttpRequest request) throws Refusal {
            if (!request.method().equals("GET")) {
                throw new Refusal(405, "use GET");
            }
            Exposition format = Exposition.of(request);
            MetricSet read = read(request);
            Exposition.Scrape scrape = format.of(read);
            long bytes = scrape.bytes();
            if (bytes > MOST_BYTES) {
                throw new Refusal(
                        400,
                        "too large a scrape: megabytes=" + (bytes >> 20) + ", limit=" + (MOST_BYTES >> 20)
                                + "; choose fewer series by top, or by=summary, or have Prometheus ask for protobuf");
            }
            return new HttpResponse(
                    200, Map.of("Content-Type", format.contentType), out -> write(scrape, read.heldBytes(), out));
        }

        private MetricSet read(HttpRequest request) throws Refusal {
            try {
                return metrics.apply(SeriesChoice.parse(request.rawQuery()));
            } catch (IllegalArgumentException e) {
                throw new Refusal(400, String.valueOf(e.getMessage()));
            }
        }

        private void write(Exposition.Scrape scrape, long held, OutputStream out) throws IOException {
            heldBytes = held;
            try {
                scrape.writeTo(out);
            } finally {
                heldBytes = 0;
            }
        }
    }

    /** Closes the port; clients that wait get no answer. */
    @Override
    public void close() {
        port.close();
    }
}
