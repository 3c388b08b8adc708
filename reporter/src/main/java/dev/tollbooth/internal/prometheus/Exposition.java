package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.metrics.MetricSet;
import java.io.IOException;
import java.io.OutputStream;

/** A format that Prometheus reads. */
enum Exposition {
    TEXT("text/plain; version=0.0.4; charset=utf-8"),
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
    MESSAGES("application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited");

    final String contentType;

    Exposition(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the format that the request's Accept header asks for; text if it names no other. */
    static Exposition of(HttpRequest request) {
        if (request.accepts("Accept", "application/vnd.google.protobuf")) {
            return MESSAGES;
        }
        return request.accepts("Accept", "application/openmetrics-text") ? OPEN_METRICS : TEXT;
    }

    /** Returns {@code metrics} in this format. */
    Scrape of(MetricSet metrics) {
        return this == MESSAGES ? new PrometheusMessages(metrics) : new TextScrape(metrics, this == OPEN_METRICS);
    }

    /** The metrics of one scrape in one format. */
    interface Scrape {

        /** Returns the approximate number of uncompressed bytes, at most about a tenth too high or low. */
        long bytes();

        /** Writes the metrics, series by series. */
        void writeTo(OutputStream out) throws IOException;
    }

    private record TextScrape(MetricSet metrics, boolean openMetrics) implements Scrape {

        @Override
        public long bytes() {
            return PrometheusText.bytes(metrics);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            PrometheusText.write(metrics, openMetrics, out);
        }
    }
}
