package dev.tollbooth.benchmarks.peer;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;

/**
 * The wrapper between an application and its driver. Each is set up as its documentation says, with the least that does
 * the work in its label: no pool, no log file, no exporter.
 */
public enum Peer {
    /** No wrapper. */
    DIRECT("direct") {
        @Override
        public Connector over(Origin origin) {
            return origin::connect;
        }
    },
    /** The least work that accounts for a statement: two readings of the clock, two additions, and a count of rows. */
    FLOOR("floor") {
        @Override
        public Connector over(Origin origin) {
            return () -> FloorConnection.wrap(origin.connect(), new FloorCounters());
        }
    },
    /** The simplest wrapper that counts what {@link SketchCounters} says. */
    SKETCH("sketch") {
        @Override
        public Connector over(Origin origin) {
            return () -> FloorConnection.wrap(origin.connect(), SketchCounters.ofConnection());
        }
    },
    /** Tollbooth by its URL, with default settings. */
    TOLLBOOTH("Tollbooth ${tollbooth}") {
        @Override
        public Connector over(Origin origin) throws SQLException {
            return Origin.of(tollboothUrl(origin))::connect;
        }
    },
    /** Tollbooth with report files, which also collect TopRU. */
    TOLLBOOTH_REPORTS("Tollbooth ${tollbooth}, TopRU and report files") {
        @Override
        public Connector over(Origin origin) throws SQLException {
            Origin tollbooth = Origin.of(tollboothUrl(origin));
            Properties reports = new Properties();
            reports.setProperty("tollbooth.report.dir", REPORTS.toString());
            return () -> tollbooth.connect(reports);
        }
    },
    /** p6spy with its logging module off, so that it wraps but measures nothing. */
    P6SPY_OFF("p6spy ${p6spy}, no logging") {
        @Override
        public Connector over(Origin origin) {
            return P6spySetup.silent(origin);
        }
    },
    /** p6spy that formats each line and drops it. */
    P6SPY_NOWHERE("p6spy ${p6spy}, logging to nowhere") {
        @Override
        public Connector over(Origin origin) {
            return P6spySetup.toNowhere(origin);
        }
    },
    /** datasource-proxy with its query counter. */
    DATASOURCE_PROXY("datasource-proxy ${datasource-proxy}, counting") {
        @Override
        public Connector over(Origin origin) {
            return DatasourceProxySetup.counting(origin);
        }
    },
    /** OpenTelemetry's JDBC library where no SDK was set up. */
    OPENTELEMETRY_NOOP("OpenTelemetry JDBC ${opentelemetry-jdbc}, no SDK") {
        @Override
        public Connector over(Origin origin) {
            return OpenTelemetrySetup.withoutSdk(origin);
        }
    },
    /** OpenTelemetry's JDBC library with the SDK's metrics; no span is sampled. */
    OPENTELEMETRY_METRICS("OpenTelemetry JDBC ${opentelemetry-jdbc}, metrics") {
        @Override
        public Connector over(Origin origin) {
            return OpenTelemetrySetup.withMetrics(origin);
        }
    },
    /** Druid's filter chain with its StatFilter, without Druid's pool. */
    DRUID("Druid ${druid} StatFilter, mergeSql") {
        @Override
        public Connector over(Origin origin) throws SQLException {
            return DruidSetup.mergingStatFilter(origin);
        }
    },
    /** datasource-micrometer as Spring Boot sets it up by default: connections, queries and fetches are observed. */
    DATASOURCE_MICROMETER("datasource-micrometer ${datasource-micrometer}") {
        @Override
        public Connector over(Origin origin) {
            return MicrometerSetup.observing(origin);
        }
    },
    /** JavaMelody's proxy and counter of requests. */
    JAVAMELODY("JavaMelody ${javamelody}") {
        @Override
        public Connector over(Origin origin) {
            return JavaMelodySetup.counting(origin);
        }
    };

    /** The directory of report files, one for each JVM; Tollbooth keeps as many as its settings allow. */
    private static final Path REPORTS =
            Path.of(System.getProperty("java.io.tmpdir", "."), "tollbooth-benchmark-reports");

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    /** Returns this peer's name, version and setup. */
    public String label() {
        return PeerVersions.fill(label);
    }

    private static String tollboothUrl(Origin origin) {
        return "jdbc:tollbooth:" + origin.url().substring("jdbc:".length());
    }

    /** Sets this peer up around {@code origin}. */
    public abstract Connector over(Origin origin) throws SQLException;
}
