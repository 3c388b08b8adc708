package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.metrics.MetricSet;
import java.io.IOException;
import java.io.OutputStream;

/** A format that Prometheus reads. */
enum Exposition {
    TEXT("text/plain; version=0.0.4; charset=utf-8") {
        @Override
        long bytes(MetricSet metrics) {
            return PrometheusText.bytes(metrics);
        }

        @Override
        void write(MetricSet metrics, OutputStream out) throws IOException {
            PrometheusText.write(metrics, false, out);
        }
    },
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8") {
        @Override
        long bytes(MetricSet metrics) {
            return PrometheusText.bytes(metrics);
        }

        @Override
        void write(MetricSet metrics, OutputStream out) throws IOException {
            PrometheusText.write(metrics, true, out);
        }
    },
    MESSAGES("application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited") {
        @Override
        long bytes(MetricSet metrics) {
            return PrometheusMessages.bytes(metrics);
        }

        @Override
        void write(MetricSet metrics, OutputStream out) throws IOException {
            PrometheusMessages.write(metrics, out);
        }
    };

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

    /** Returns the approximate number of uncompressed bytes in this format, at most about a tenth too high or low. */
    abstract long bytes(MetricSet metrics);

    /** Writes the metrics, series by series. */
    abstract void write(MetricSet metrics, OutputStream out) throws IOException;
}
