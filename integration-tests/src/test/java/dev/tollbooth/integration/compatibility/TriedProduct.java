package dev.tollbooth.integration.compatibility;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pool, framework, driver or other product between an application and its database.
 *
 * @param kind pool, framework, and so on
 * @param name its usual name
 * @param version the version in its jar's name
 * @param work the work of an application through it
 */
record TriedProduct(String kind, String name, String version, Work work) {
    private static final Pattern JAR = Pattern.compile(".*/[^/]*?-(\\d[^/]*?)(-all)?\\.jar");

    /** The work of an application through one product. */
    interface Work {
        /**
         * Works on a new database whose URL has {@code prefix} instead of {@code jdbc:}; returns the number of
         * statements if the work contains the SQL itself.
         */
        Optional<Counts> run(String prefix) throws Exception;
    }

    /** Returns the URL of a new H2 database, which lives as long as this JVM. */
    static String newH2(String prefix) {
        return prefix + "h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    /** Returns the product with the class {@code of}, whose jar has the version. */
    static TriedProduct of(String kind, String name, Class<?> of, Work work) {
        String place = of.getProtectionDomain().getCodeSource().getLocation().getPath();
        Matcher jar = JAR.matcher(place);
        if (!jar.matches()) {
            throw new IllegalStateException("no version in the jar's name: product=" + name + " jar=" + place);
        }
        return new TriedProduct(kind, name, jar.group(1), work);
    }

    @Override
    public String toString() {
        return name + ' ' + version;
    }
}
