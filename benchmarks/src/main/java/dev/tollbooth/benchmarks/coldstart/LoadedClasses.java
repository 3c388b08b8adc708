package dev.tollbooth.benchmarks.coldstart;

import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes that a start of {@link FirstRowMain} loads until the first row.
 *
 * @param all the number of all classes, including the JVM's
 * @param ownedByTollbooth the number of classes in packages below {@code dev.tollbooth}, without the benchmarks
 */
public record LoadedClasses(int all, int ownedByTollbooth) {

    /** Counts the classes in the JVM's log of class loading. */
    public static LoadedClasses count(Peer peer, String url) throws IOException, InterruptedException {
        // a folder, because the JVM renames an existing log
        Path folder = Files.createTempDirectory("classes");
        Path log = folder.resolve("load.log");
        try {
            ColdStart.run(peer, url, List.of("-Xlog:class+load:file=" + log));
            int all = 0;
            int own = 0;
            for (String line : Files.readAllLines(log)) {
                if (line.contains(FirstRowMain.Reached.class.getName())) {
                    break;
                }
                if (line.contains(" source: ")) {
                    all++;
                    own += line.contains(" dev.tollbooth.") && !line.contains(" dev.tollbooth.benchmarks.") ? 1 : 0;
                }
            }
            return new LoadedClasses(all, own);
        } finally {
            Files.deleteIfExists(log);
            Files.delete(folder);
        }
    }
}
