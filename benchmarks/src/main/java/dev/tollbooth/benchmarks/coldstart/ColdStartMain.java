package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A program that measures the start of an application through each peer in turns, and writes a table of the medians.
 */
public final class ColdStartMain {

    private static final Map<String, String> URLS = Map.of("H2", "jdbc:h2:mem:coldstart", "NOOP", "jdbc:noop:1");

    private ColdStartMain() {}

    /**
     * Runs from the command line, with the measured JVM.
     *
     * @param args the Markdown file to write, the number of starts of each peer, the database, and names of peers,
     *     including DIRECT (default: all)
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[1]);
        String database = args[2];
        String url = URLS.getOrDefault(database, database);
        List<Peer> peers = new ArrayList<>();
        for (int i = 3; i < args.length; i++) {
            peers.add(Peer.valueOf(args[i]));
        }
        StringBuilder page = new StringBuilder();
        // a URL may contain a password
        String name = url.equals(database) ? url.substring(0, url.indexOf(':', "jdbc:".length())) : database;
        write(page, name, url, rounds, peers.isEmpty() ? List.of(Peer.values()) : peers);
        Files.writeString(Path.of(args[0]), page);
        System.out.print(page);
    }

    private static void write(StringBuilder page, String database, String url, int rounds, List<Peer> peers)
            throws IOException, InterruptedException {
        Map<Peer, List<ColdStart>> starts = new EnumMap<>(Peer.class);
        for (int round = 0; round <= rounds; round++) {
            for (Peer peer : peers) {
                ColdStart start = ColdStart.run(peer, url, List.of());
                if (round > 0) { // the first fills the system's file cache
                    starts.computeIfAbsent(peer, p -> new ArrayList<>()).add(start);
                }
            }
        }
        page.append("**Start of the JVM to the first row, ")
                .append(database)
                .append(", median of ")
                .append(rounds)
                .append(" starts, JDK ")
                .append(System.getProperty("java.version"))
                .append("**\n\n| | ms | added ms | CPU ms | added CPU ms | 0.4 s later | classes | added |\n")
                .append("|---|---|---|---|---|---|---|---|\n");
        ColdStart direct = ColdStart.median(starts.getOrDefault(Peer.DIRECT, List.of()));
        int classesOfDirect = LoadedClasses.count(Peer.DIRECT, url).all();
        for (Peer peer : peers) {
            ColdStart own = ColdStart.median(starts.getOrDefault(peer, List.of()));
            int classes = LoadedClasses.count(peer, url).all();
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %+.0f | %.0f | %+.0f | %+.0f | %d | %+d |%n",
                    peer.label(),
                    own.wallMillis(),
                    own.wallMillis() - direct.wallMillis(),
                    own.cpuMillis(),
                    own.cpuMillis() - direct.cpuMillis(),
                    own.settledCpuMillis() - direct.settledCpuMillis(),
                    classes,
                    classes - classesOfDirect));
        }
        page.append('\n');
    }
}
