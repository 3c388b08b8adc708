package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The class path of an application with one driver and one peer: its own classes, the driver's jar, and the peer's
 * jars. Other jars would slow each start: {@code DriverManager} loads every driver that it finds, and a class is
 * searched in each jar before its own.
 */
final class PeerClassPath {

    private static final List<String> APPLICATION = List.of("benchmarks-", "classes");
    private static final List<String> H2 = List.of("h2-");
    private static final List<String> POSTGRESQL = List.of("postgresql-");
    private static final List<String> BYTE_BUDDY = List.of("byte-buddy");
    private static final List<String> TOLLBOOTH = List.of("tollbooth");
    private static final List<String> P6SPY = List.of("p6spy");
    private static final List<String> DATASOURCE_PROXY = List.of("datasource-proxy");
    private static final List<String> OPENTELEMETRY = List.of("opentelemetry");
    private static final List<String> DRUID = List.of("druid", "jsqlparser");
    private static final List<String> MICROMETER =
            List.of("datasource-micrometer", "micrometer", "datasource-proxy", "HdrHistogram", "LatencyUtils");
    private static final List<String> JAVAMELODY = List.of("javamelody", "jrobin");

    private PeerClassPath() {}

    /** Returns the parts of {@code all} that an application of {@code peer} needs to connect to {@code url}. */
    static String of(Peer peer, String url, String all) {
        List<String> driver = url.startsWith("jdbc:postgresql:") ? POSTGRESQL : H2;
        List<String> kept = new ArrayList<>();
        for (List<String> prefixes : List.of(APPLICATION, driver, jars(peer))) {
            for (String entry : all.split(File.pathSeparator, -1)) {
                if (prefixes.stream().anyMatch(new File(entry).getName()::startsWith)) {
                    kept.add(entry);
                }
            }
        }
        return String.join(File.pathSeparator, kept);
    }

    private static List<String> jars(Peer peer) {
        return switch (peer) {
            case DIRECT -> List.of();
            case FLOOR -> BYTE_BUDDY;
            case SKETCH -> List.of("byte-buddy", "HdrHistogram");
            case TOLLBOOTH, TOLLBOOTH_REPORTS -> TOLLBOOTH;
            case P6SPY_OFF, P6SPY_NOWHERE -> P6SPY;
            case DATASOURCE_PROXY -> DATASOURCE_PROXY;
            case OPENTELEMETRY_NOOP, OPENTELEMETRY_METRICS -> OPENTELEMETRY;
            case DRUID -> DRUID;
            case DATASOURCE_MICROMETER -> MICROMETER;
            case JAVAMELODY -> JAVAMELODY;
        };
    }
}
