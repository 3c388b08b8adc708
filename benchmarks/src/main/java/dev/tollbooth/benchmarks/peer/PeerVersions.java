package dev.tollbooth.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the peers in this build, from {@code versions.properties}. */
public final class PeerVersions {

    private PeerVersions() {}

    /** Replaces each <code>${name}</code> in {@code label} by the version of {@code name}. */
    public static String fill(String label) {
        String filled = label;
        for (var version : load().entrySet()) {
            filled = filled.replace("${" + version.getKey() + "}", (String) version.getValue());
        }
        return filled;
    }

    private static Properties load() {
        Properties versions = new Properties();
        try (InputStream in = PeerVersions.class.getResourceAsStream("/versions.properties")) {
            if (in == null) {
                throw new IllegalStateException("no versions.properties on the class path, build the module first");
            }
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read versions.properties", e);
        }
        return versions;
    }
}
