package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The class path of an application that has one peer only: {@code DriverManager} loads every driver that it finds, so
 * the others would be a part of each start.
 */
final class PeerClassPath {

    private static final String H2 = "h2-";
    private static final String POSTGRESQL = "postgresql-";
    private static final List<String> TOLLBOOTH = List.of("tollbooth");
    private static final List<String> P6SPY = List.of("p6spy");
    private static final List<String> DATASOURCE_PROXY = List.of("datasource-proxy");
    private static final List<String> OPENTELEMETRY = List.of("opentelemetry");
    private static final List<String> DRUID = List.of("druid", "jsqlparser");
    private static final List<String> MICROMETER =
            List.of("datasource-micrometer", "micrometer", "datasource-proxy", "HdrHistogram", "LatencyUtils");
    private static final List<String> JAVAMELODY = List.of("javamelody", "jrobin");

    private PeerClassPath() {}

    /** Returns {@code all} without the jars of the peers beside {@code peer}, and of drivers beside that of {@code url}. */
    static String of(Peer peer, String url, String all) {
        List<String> own = new ArrayList<>(jars(peer));
        own.add(url.startsWith("jdbc:postgresql:") ? POSTGRESQL : H2);
        List<String> kept = new ArrayList<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            String name = new File(entry).getName();
            if (startsWithOne(name, own) || !isOfAPeerOrDriver(name)) {
                kept.add(entry);
            }
        }
        return String.join(File.pathSeparator, kept);
    }

    private static boolean isOfAPeerOrDriver(String name) {
        for (Peer peer : Peer.values()) {
            if (startsWithOne(name, jars(peer))) {
                return true;
            }
        }
        return name.startsWith(H2) || name.startsWith(POSTGRESQL);
    }

    private static boolean startsWithOne(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    private static List<String> jars(Peer peer) {
        return switch (peer) {
            case DIRECT, FLOOR -> List.of();
            case TOLLBOOTH -> TOLLBOOTH;
            case P6SPY_OFF, P6SPY_NOWHERE -> P6SPY;
            case DATASOURCE_PROXY -> DATASOURCE_PROXY;
            case OPENTELEMETRY_NOOP, OPENTELEMETRY_METRICS -> OPENTELEMETRY;
            case DRUID -> DRUID;
            case DATASOURCE_MICROMETER -> MICROMETER;
            case JAVAMELODY -> JAVAMELODY;
        };
    }
}
