package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TidbVersion;
import dev.tollbooth.internal.lexer.DatabaseProducts;
import dev.tollbooth.statement.SqlDialect;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a connection that need no round trip to the server.
 *
 * @param traits the questions that its driver answers locally
 * @param product the database's product name
 * @param dialect the dialect of its SQL
 * @param digestOptions the options of its digests
 * @param user the connection's user, empty if unknown
 * @param keyspace the database in keys of request units: product and catalog, such as {@code PostgreSQL/shop}
 * @param schema the schema or catalog of statements, null if unknown
 */
public record ConnectionFacts(
        DriverTraits traits,
        String product,
        SqlDialect dialect,
        DigestOptions digestOptions,
        String user,
        String keyspace,
        @Nullable String schema) {

    /** Cuts the names, because a driver, a URL or a server may send names of any length. */
    public ConnectionFacts {
        product = NameLimit.cut(product);
        user = NameLimit.cut(user);
        keyspace = NameLimit.cut(keyspace);
        schema = schema == null ? null : NameLimit.cut(schema);
    }

    /**
     * The name of the class of pgjdbc's connections, whose facts are in the URL. Reading them there avoids the driver's
     * metadata, a class of 88 KB that few applications need at the start.
     */
    private static final String PG_CONNECTION = "org.postgresql.jdbc.PgConnection";

    /** The product name in PostgreSQL's metadata. */
    private static final String POSTGRESQL = "PostgreSQL";

    /** The name of the argument that pgjdbc sends as {@code search_path}. */
    private static final String CURRENT_SCHEMA = "currentSchema";

    private static final String SEARCH_PATH = "search_path=";

    /**
     * Returns the facts of a connection, from metadata that the driver has at connect.
     *
     * @param user the requested user, empty if unknown
     * @param asked the driver's own URL of the request, empty if unknown
     */
    public static ConnectionFacts of(Connection connection, String user, String asked) throws SQLException {
        if (!asked.isEmpty() && connection.getClass().getName().equals(PG_CONNECTION)) {
            String name = pgArgument(asked, "user", user);
            if (!name.isEmpty()) {
                return ofPostgres(name, asked);
            }
        }
        DatabaseMetaData metaData = connection.getMetaData();
        DriverTraits traits = DriverTraits.of(Objects.toString(metaData.getDriverName(), ""));
        String product = Objects.toString(metaData.getDatabaseProductName(), "");
        String tidb = tidbVersion(metaData, traits);
        String url = Objects.toString(metaData.getURL(), "");
        boolean asksUser = traits.userNameIsLocal && (user.isEmpty() || traits == DriverTraits.H2);
        String name = asksUser ? Objects.toString(metaData.getUserName(), "") : user;
        return new ConnectionFacts(
                traits,
                product,
                tidb.isEmpty() ? DatabaseProducts.dialectOf(product) : SqlDialect.TIDB,
                digestOptions(tidb),
                name,
                keyspace(product, traits == DriverTraits.H2 ? h2Catalog(metaData, url) : database(url, traits)),
                schema(connection, url, traits));
    }

    private static ConnectionFacts ofPostgres(String user, String url) {
        return new ConnectionFacts(
                DriverTraits.POSTGRESQL,
                POSTGRESQL,
                DatabaseProducts.dialectOf(POSTGRESQL),
                DigestOptions.DEFAULT,
                user,
                keyspace(POSTGRESQL, database(url, DriverTraits.POSTGRESQL)),
                pgSchema(url));
    }

    /** Returns TiDB's version if MySQL's or MariaDB's driver connects to it, empty for any other server. */
    private static String tidbVersion(DatabaseMetaData metaData, DriverTraits traits) throws SQLException {
        if (traits != DriverTraits.MYSQL && traits != DriverTraits.MARIADB) {
            return "";
        }
        String version = Objects.toString(metaData.getDatabaseProductVersion(), "");
        return version.contains("TiDB") ? version : "";
    }

    /** Returns the options of digests. A server without a version, such as a custom build, has the current rules. */
    private static DigestOptions digestOptions(String tidb) {
        if (!tidb.contains("TiDB-v")) {
            return DigestOptions.DEFAULT;
        }
        try {
            return DigestOptions.DEFAULT.forTidb(TidbVersion.parse(tidb));
        } catch (IllegalArgumentException e) {
            return DigestOptions.DEFAULT;
        }
    }

    /** Returns the last value of the argument {@code name} in pgjdbc's URL; {@code given} if there is none. */
    static String pgArgument(String url, String name, String given) {
        String value = given;
        int start = url.indexOf('?');
        if (start >= 0) {
            for (String argument : url.substring(start + 1).split("&", -1)) {
                if (argument.startsWith(name) && argument.startsWith("=", name.length())) {
                    value = URLDecoder.decode(argument.substring(name.length() + 1), StandardCharsets.UTF_8);
                }
            }
        }
        return value;
    }

    /** Returns the first schema of the requested search path, or else the database. */
    private static @Nullable String pgSchema(String url) {
        String path = pgArgument(url, CURRENT_SCHEMA, "");
        String first = firstSchema(path.isEmpty() ? pathInOptions(pgArgument(url, "options", "")) : path);
        return first.isEmpty() ? database(url, DriverTraits.POSTGRESQL) : first;
    }

    /** Returns the search path in a server's command line options, such as {@code -c search_path=shop}. */
    private static String pathInOptions(String options) {
        int start = options.lastIndexOf(SEARCH_PATH);
        StringBuilder path = new StringBuilder();
        for (int at = start < 0 ? options.length() : start + SEARCH_PATH.length(); at < options.length(); at++) {
            char c = options.charAt(at);
            if (Character.isWhitespace(c)) {
                break;
            }
            boolean escapes = c == '\\' && at + 1 < options.length();
            path.append(escapes ? options.charAt(++at) : c);
        }
        return path.toString();
    }

    /**
     * Returns the first identifier of a list as the server reads it; skips {@code $user}, because such a schema is
     * rare.
     */
    static String firstSchema(String searchPath) {
        for (int at = 0; at < searchPath.length(); at++) { // skips a comma
            StringBuilder name = new StringBuilder();
            boolean quoted = false;
            for (; at < searchPath.length() && (quoted || searchPath.charAt(at) != ','); at++) {
                char c = searchPath.charAt(at);
                if (c == '"') {
                    boolean doubled = quoted && searchPath.startsWith("\"\"", at);
                    quoted = doubled || !quoted;
                    at += doubled ? 1 : 0;
                    name.append(doubled ? "\"" : "");
                } else if (quoted || !Character.isWhitespace(c)) {
                    name.append(quoted ? c : Character.toLowerCase(c));
                }
            }
            if (!name.isEmpty() && !name.toString().equals("$user")) {
                return name.toString();
            }
        }
        return "";
    }

    private static String keyspace(String product, @Nullable String catalog) {
        return catalog == null ? product : product + "/" + catalog;
    }

    /** Returns the schema from the driver's URL or memory, because asking the server would be a round trip. */
    private static @Nullable String schema(Connection connection, String url, DriverTraits traits) throws SQLException {
        return switch (traits) {
            case H2 -> h2Schema(connection, url);
            case POSTGRESQL -> pgSchema(url);
            default -> database(url, traits);
        };
    }

    private static @Nullable String database(String url, DriverTraits traits) {
        if (!traits.urlNamesDatabase) {
            return null;
        }
        int end = url.indexOf('?');
        String path = end < 0 ? url : url.substring(0, end);
        int hosts = path.indexOf("//");
        int slash = hosts < 0 ? path.lastIndexOf(':') : path.indexOf('/', hosts + 2);
        String name = slash < 0 ? "" : path.substring(slash + 1);
        return name.isEmpty() ? null : name;
    }

    /**
     * Returns the current schema of an embedded H2. A remote one has {@code PUBLIC}, because H2 would ask its server.
     */
    private static @Nullable String h2Schema(Connection connection, String url) throws SQLException {
        return isRemote(url) ? "PUBLIC" : connection.getSchema();
    }

    /**
     * Returns {@code DATABASE()} of an embedded H2 without executing a statement, which would load classes and take
     * time.
     */
    private static String h2Catalog(DatabaseMetaData metaData, String url) throws SQLException {
        int end = url.indexOf(';');
        String path = end < 0 ? url : url.substring(0, end);
        int start = path.length();
        while (start > 0 && "/\\:".indexOf(path.charAt(start - 1)) < 0) {
            start--;
        }
        String name = path.substring(start);
        if (isRemote(url)) {
            return name;
        }
        if (name.isEmpty()) {
            return "UNNAMED";
        }
        if (metaData.storesUpperCaseIdentifiers()) {
            return name.toUpperCase(Locale.ENGLISH);
        }
        return metaData.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ENGLISH) : name;
    }

    private static boolean isRemote(String url) {
        return url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:");
    }

    /**
     * Returns whether {@code failure} is the driver's and the connection is closed, so that the application learns of
     * the failure by itself.
     */
    public static boolean isLost(Connection connection, Throwable failure) {
        try {
            return failure instanceof SQLException && connection.isClosed();
        } catch (SQLException | RuntimeException | VirtualMachineError | LinkageError t) {
            return false;
        }
    }
}
