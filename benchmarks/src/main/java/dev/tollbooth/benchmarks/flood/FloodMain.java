package dev.tollbooth.benchmarks.flood;

import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that runs {@link FloodRun} for each wrapper in a JVM of its own, and prints a table. */
public final class FloodMain {

    private static final List<Peer> PEERS =
            List.of(Peer.DIRECT, Peer.TOLLBOOTH, Peer.DRUID, Peer.OPENTELEMETRY_METRICS, Peer.DATASOURCE_MICROMETER);

    private FloodMain() {}

    /**
     * Runs the floods.
     *
     * @param args the number of statements, 1,000,000 by default, and the database, H2 by default
     */
    public static void main(String[] args) throws Exception {
        String statements = args.length > 0 ? args[0] : "1000000";
        String database = args.length > 1 ? args[1] : Database.H2.name();
        System.out.println("| wrapper | heap growth, MB | without a flood, statements/s | flood, statements/s | ratio"
                + " | without a flood, CPU us a statement | flood, CPU us a statement | ratio |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Peer peer : PEERS) {
            System.out.println("| " + peer.label() + " | " + run(peer, database, statements) + " |");
        }
    }

    private static String run(Peer peer, String database, String statements) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms2g", "-Xmx2g", "-XX:+UseG1GC", "-Dtollbooth.samples=on", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(FloodRun.class.getName(), peer.name(), database, statements));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IllegalStateException("flood failed: peer=" + peer + ", exit=" + exit);
        }
        return output.strip();
    }
}
