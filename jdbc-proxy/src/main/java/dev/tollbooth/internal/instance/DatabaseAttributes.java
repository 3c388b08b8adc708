package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.execution.KnownDatabase;
import dev.tollbooth.internal.metrics.MetricAttribute;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A factory of the attributes of an instance's metrics: the instance's name, and the database by OpenTelemetry's
 * conventions.
 */
final class DatabaseAttributes {

    /** The usual form of drivers' URLs: {@code //host:port} somewhere after the scheme, with a single host. */
    private static final Pattern SERVER = Pattern.compile(
            "^jdbc:[^/]*//(?:[^/?#;@,]*@)?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?(?:[/?;].*|$)");

    private static final Pattern WORDS = Pattern.compile("[^a-z0-9]+");

    private DatabaseAttributes() {}

    /** Returns the attributes of all series of an instance. */
    static Map<String, String> of(String instance, KnownDatabase database) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put(MetricAttribute.INSTANCE, instance);
        String product = database.product();
        if (product != null) {
            result.put(MetricAttribute.SYSTEM, system(product));
        }
        String url = database.url();
        if (url != null) {
            addServer(result, url);
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
            default -> WORDS.matcher(lower).replaceAll("_");
        };
    }

    private static void addServer(Map<String, String> result, String url) {
        Matcher matcher = SERVER.matcher(url);
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
