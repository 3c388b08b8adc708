package dev.tollbooth.internal.instance;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this build, and its commit. */
public final class Version {

    public static final int MAJOR = 1;
    public static final int MINOR = 0;
    /** The version, a constant because each start needs it; only people ask for {@link #build}. */
    public static final String TEXT = "1.0.0-rc1";

    private Version() {}

    /**
     * Returns the first digits of the commit, "unknown" if the sources were no checkout. Each call reads the file of
     * the build again.
     */
    public static String build() {
        return property("commit");
    }

    static String property(String name) {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            return "unknown"; // only people read it
        }
        return properties.getProperty(name, "unknown");
    }
}
