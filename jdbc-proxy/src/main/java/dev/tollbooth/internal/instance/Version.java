package dev.tollbooth.internal.instance;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this build, and the commit that it was made of. */
public final class Version {

    public static final int MAJOR = 1;
    public static final int MINOR = 0;
    /** A constant, as each start asks for it; {@link #build} is asked for by people. */
    public static final String TEXT = "1.0.0-rc1";

    private Version() {}

    /** Returns the commit's first digits, "unknown" where the sources were no checkout; read whenever it is asked for. */
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
            return "unknown"; // what is told to people only
        }
        return properties.getProperty(name, "unknown");
    }
}
