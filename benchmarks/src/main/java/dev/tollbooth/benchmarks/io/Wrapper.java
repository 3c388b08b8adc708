package dev.tollbooth.benchmarks.io;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.Peer;
import dev.tollbooth.benchmarks.peer.TollboothJar;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A wrapper that is measured in turns with others.
 *
 * @param label its name in tables
 * @param connector opens its connections
 */
record Wrapper(String label, Connector connector) {

    /** A second direct connection; its difference from direct is noise. */
    static final String CONTROL = "direct again";

    private static final List<Peer> PEERS = List.of(
            Peer.FLOOR, Peer.SKETCH, Peer.P6SPY_OFF, Peer.DATASOURCE_PROXY, Peer.DRUID, Peer.OPENTELEMETRY_METRICS);
    private static final List<Peer> CHEAP_PEERS = List.of(Peer.FLOOR, Peer.SKETCH, Peer.P6SPY_OFF);

    /** Returns direct, the control, all peers and each Tollbooth, without and with reports. */
    static List<Wrapper> all(Origin origin, List<TollboothJar> builds) throws SQLException, IOException {
        List<Wrapper> all = new ArrayList<>();
        all.add(new Wrapper("direct", origin::connect));
        all.add(new Wrapper(CONTROL, origin::connect));
        all.addAll(wrappers(PEERS, origin, builds));
        return List.copyOf(all);
    }

    /** Returns direct, the control, the peers that add least, and each Tollbooth. */
    static List<Wrapper> few(Origin origin, List<TollboothJar> builds) throws SQLException {
        List<Wrapper> few = new ArrayList<>();
        few.add(new Wrapper("direct", origin::connect));
        few.add(new Wrapper(CONTROL, origin::connect));
        for (Peer peer : CHEAP_PEERS) {
            few.add(new Wrapper(peer.label(), peer.over(origin)));
        }
        for (TollboothJar build : builds) {
            few.add(new Wrapper(build.label(), build.over(origin)));
        }
        return List.copyOf(few);
    }

    private static List<Wrapper> wrappers(List<Peer> peers, Origin origin, List<TollboothJar> builds)
            throws SQLException, IOException {
        List<Wrapper> wrappers = new ArrayList<>();
        for (Peer peer : peers) {
            wrappers.add(new Wrapper(peer.label(), peer.over(origin)));
        }
        for (TollboothJar build : builds) {
            wrappers.add(new Wrapper(build.label(), build.over(origin)));
            wrappers.add(new Wrapper(
                    build.label() + ", report files",
                    build.withReports(origin, Files.createTempDirectory("tollbooth-benchmark"))));
        }
        return wrappers;
    }
}
