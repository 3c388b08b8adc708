package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A program that measures the start of an application without Tollbooth, with the URL's prefix, and with the agent, in
 * turns.
 */
public final class AgentStartMain {

    private record Way(Peer peer, List<String> options) {}

    private AgentStartMain() {}

    /**
     * Runs from the command line, with the measured JVM.
     *
     * @param args the number of starts of each kind, the agent's jar, and the driver's URL
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("without Tollbooth", new Way(Peer.DIRECT, List.of()));
        List<String> empty = List.of("-javaagent:" + EmptyAgent.jar());
        ways.put("an agent that does nothing", new Way(Peer.DIRECT, empty));
        ways.put("the URL's prefix", new Way(Peer.TOLLBOOTH, List.of()));
        ways.put("the prefix and an agent that does nothing", new Way(Peer.TOLLBOOTH, empty));
        ways.put(
                "the agent",
                new Way(Peer.DIRECT, List.of("-javaagent:" + Path.of(args[1]).toAbsolutePath())));
        Map<String, List<ColdStart>> starts = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<String, Way> way : ways.entrySet()) {
                ColdStart start = ColdStart.run(
                        way.getValue().peer(), args[2], way.getValue().options());
                if (round > 0) { // the first fills the system's file cache
                    starts.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                            .add(start);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "**Start of the JVM to the first row, median of %d starts by turns, JDK %s**%n%n| | ms | CPU ms |%n|---|---:|---:|%n",
                rounds,
                System.getProperty("java.version"));
        starts.forEach((name, all) -> {
            ColdStart median = ColdStart.median(all);
            System.out.printf(Locale.ROOT, "| %s | %.0f | %.0f |%n", name, median.wallMillis(), median.cpuMillis());
        });
    }
}
