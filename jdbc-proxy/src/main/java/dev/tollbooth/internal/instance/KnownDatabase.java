package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.metrics.MetricAttribute;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The database of an instance's connections, if they have only one, as attributes of the instance's metrics by
 * OpenTelemetry's conventions.
 *
 * <p>Thread-safe. After a race it has the last database, or none if they differ.
 */
final class KnownDatabase implements BiConsumer<String, String> {

    /** The usual form of drivers' URLs: {@code //host:port} somewhere after the scheme, with a single host. */
    private static final String SERVER =
            "^jdbc:[^/]*//(?:[^/?#;@,]*@)?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?(?:[/?;].*|$)";

    /**
     * A database of a connection.
     *
     * @param product its product name
     * @param url the driver's own URL, cut as names are, empty if unknown; it may hold secrets
     */
    private record Seen(String product, String url) {

        /** Returns the product alone, because the URL may hold secrets. */
        @Override
        public String toString() {
            return product;
        }
    }

    private volatile @Nullable Seen first;
    private volatile boolean severalProducts;
    private volatile boolean severalUrls;

    /** Records a connection's database: its product, and the driver's own URL, empty if unknown. */
    @Override
    public void accept(String product, String url) {
        Seen now = new Seen(NameLimit.cut(product), NameLimit.cut(url));
        Seen known = first;
        if (known == null) {
            first = now;
        } else {
            severalProducts |= !known.product.equals(now.product);
            severalUrls |= !known.url.equals(now.url);
        }
    }

    /** Returns the attributes of all series of {@code instance}. */
    Map<String, String> attributes(String instance) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put(MetricAttribute.INSTANCE, instance);
        Seen known = first;
        if (known != null && !severalProducts) {
            result.put(MetricAttribute.SYSTEM, system(known.product));
        }
        if (known != null && !severalUrls) {
            addServer(result, known.url);
        }
        return result;
    }

    /**
     * Returns a product's name in OpenTelemetry's conventions; an unlisted name is written in the style of the
     * conventions.
     */
    private static String system(String product) {
        String lower = product.toLowerCase(Locale.ROOT);
        if (lower.startsWith("db2")) {
            return "ibm.db2";
        }
        if (lower.startsWith("informix")) {
            return "ibm.informix";
        }
        return switch (lower) {
            case "h2" -> "h2database";
            case "hsql database engine" -> "hsqldb";
            case "apache derby" -> "derby";
            case "oracle" -> "oracle.db";
            case "microsoft sql server" -> "microsoft.sql_server";
            case "hdb" -> "sap.hana";
            case "firebird" -> "firebirdsql";
            case "ingres" -> "actian.ingres";
            case "redshift", "amazon redshift" -> "aws.redshift";
            case "google cloud spanner" -> "gcp.spanner";
            case "apache hive" -> "hive";
            case "" -> "other_sql";
            default -> lower.replaceAll("[^a-z0-9]+", "_");
        };
    }

    private static void addServer(Map<String, String> result, String url) {
        Matcher matcher = Pattern.compile(SERVER).matcher(url);
        if (matcher.matches()) {
            String host = matcher.group(1);
            result.put(
                    MetricAttribute.SERVER_ADDRESS, host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
            String port = matcher.group(2);
            if (port != null) {
                result.put(MetricAttribute.SERVER_PORT, port);
            }
        }
    }
}
