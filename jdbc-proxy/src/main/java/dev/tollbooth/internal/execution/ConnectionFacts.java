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
import org.jspecify.annotations.Nullable;

/**
 * What is known of a connection without a round trip to the server.
 *
 * @param traits what its driver may be asked
 * @param product the database's product name
 * @param dialect how its SQL is read
 * @param digestOptions how its digests are made
 * @param user the connection's user, empty where it is not known
 * @param keyspace the database in keys of request units: product and catalog, such as {@code PostgreSQL/shop}
 * @param schema the schema or catalog that statements run in, null where none is known
 */
public record ConnectionFacts(
        DriverTraits traits,
        String product,
        SqlDialect dialect,
        DigestOptions digestOptions,
        String user,
        String keyspace,
        @Nullable String schema) {

    /** Cuts the names: a driver, a URL or a server may say any. */
    public ConnectionFacts {
        product = NameLimit.cut(product);
        user = NameLimit.cut(user);
        keyspace = NameLimit.cut(keyspace);
        schema = schema == null ? null : NameLimit.cut(schema);
    }

    /** pgjdbc's own. Its metadata are a class of 88 KB, which an application seldom needs as it starts. */
    private static final String PG_CONNECTION = "org.postgresql.jdbc.PgConnection";

    /** What those metadata say of each server. */
    private static final String POSTGRESQL = "PostgreSQL";

    private static final String USER = "user=";

    /**
     * Reads the metadata that the driver has at connect.
     *
     * @param user the user that the connection was asked for with, empty where it is not known
     * @param asked the driver's own URL that it was asked for with, empty where it is not known
     */
    public static ConnectionFacts of(Connection connection, String user, String asked) throws SQLException {
        if (!asked.isEmpty() && connection.getClass().getName().equals(PG_CONNECTION)) {
            String name = pgUser(asked, user);
            if (!name.isEmpty()) {
                return ofPostgres(name, database(asked, DriverTraits.POSTGRESQL));
            }
        }
        DatabaseMetaData metaData = connection.getMetaData();
        DriverTraits traits = DriverTraits.of(text(metaData.getDriverName()));
        String product = text(metaData.getDatabaseProductName());
        String tidb = tidbVersion(metaData, traits);
        String url = text(metaData.getURL());
        String name = user.isEmpty() && traits.userNameIsLocal ? text(metaData.getUserName()) : user;
        return new ConnectionFacts(
                traits,
                product,
                tidb.isEmpty() ? DatabaseProducts.dialectOf(product) : SqlDialect.TIDB,
                digestOptions(tidb),
                name,
                keyspace(product, traits == DriverTraits.H2 ? h2Catalog(metaData, url) : database(url, traits)),
                schema(connection, url, traits));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static ConnectionFacts ofPostgres(String user, @Nullable String database) {
        SqlDialect dialect = DatabaseProducts.dialectOf(POSTGRESQL);
        String keyspace = keyspace(POSTGRESQL, database);
        return new ConnectionFacts(
                DriverTraits.POSTGRESQL, POSTGRESQL, dialect, DigestOptions.DEFAULT, user, keyspace, database);
    }

    /** Returns what TiDB says of its version when MySQL's or MariaDB's driver connects, empty for any other server. */
    private static String tidbVersion(DatabaseMetaData metaData, DriverTraits traits) throws SQLException {
        if (traits != DriverTraits.MYSQL && traits != DriverTraits.MARIADB) {
            return "";
        }
        String version = text(metaData.getDatabaseProductVersion());
        return version.contains("TiDB") ? version : "";
    }

    /** A server that does not tell its version, as one that was built by hand, has the current rules. */
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

    /** Returns whom pgjdbc connects as: the last user in the URL, {@code given} where there is none. */
    static String pgUser(String url, String given) {
        String user = given;
        int start = url.indexOf('?');
        if (start >= 0) {
            for (String argument : url.substring(start + 1).split("&", -1)) {
                if (argument.startsWith(USER)) {
                    user = URLDecoder.decode(argument.substring(USER.length()), StandardCharsets.UTF_8);
                }
            }
        }
        return user;
    }

    private static String keyspace(String product, @Nullable String catalog) {
        return catalog == null ? product : product + "/" + catalog;
    }

    /** Reads the database's name off the driver's URL: a question to the server would be a round trip. */
    private static @Nullable String schema(Connection connection, String url, DriverTraits traits) throws SQLException {
        return traits == DriverTraits.H2 ? h2Schema(connection, url) : database(url, traits);
    }

    private static @Nullable String database(String url, DriverTraits traits) {
        if (traits == DriverTraits.OTHER) {
            return null; // its URL may have another form, with a password in the place of a name
        }
        int end = url.indexOf('?');
        String path = end < 0 ? url : url.substring(0, end);
        int hosts = path.indexOf("//");
        int slash = hosts < 0 ? path.lastIndexOf(':') : path.indexOf('/', hosts + 2);
        String name = slash < 0 ? "" : path.substring(slash + 1);
        return name.isEmpty() ? null : name;
    }

    /** An embedded H2 answers from its session; a remote one would ask its server. */
    private static @Nullable String h2Schema(Connection connection, String url) throws SQLException {
        return isRemote(url) ? "PUBLIC" : connection.getSchema();
    }

    /** As {@code DATABASE()} says of an embedded one, without a statement that says it: that takes classes and time. */
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

    /** Returns whether {@code failure} is of a connection that was lost meanwhile, which its application learns by itself. */
    public static boolean isLost(Connection connection, Throwable failure) {
        try {
            return failure instanceof SQLException && connection.isClosed();
        } catch (SQLException | RuntimeException | VirtualMachineError | LinkageError t) {
            return false;
        }
    }
}
