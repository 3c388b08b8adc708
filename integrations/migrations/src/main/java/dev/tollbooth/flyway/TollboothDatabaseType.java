package dev.tollbooth.flyway;

import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.Connection;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.DatabaseType;
import org.flywaydb.core.internal.database.DatabaseTypeRegister;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/**
 * Tells Flyway which driver a {@code jdbc:tollbooth:} URL needs, and hands all else to the type of the database behind it.
 *
 * <p>Flyway chooses a type twice: by the URL, for the driver and its properties, and by the product that a connection names,
 * for the SQL. This type answers the first alone, so migrations run by the database's own type, and one class serves each
 * database that Flyway knows. A subclass of each database's type would keep Flyway from starting wherever one of its database
 * modules is absent.
 *
 * <p>It runs with Flyway 10 and newer, so it overrides and calls only what is in all of them. Thread-safe: it holds no state.
 */
public final class TollboothDatabaseType extends BaseDatabaseType {

    private static final String PREFIX = "jdbc:tollbooth:";

    /** Patterns of secrets: a database's own without the prefix, and those of Tollbooth's settings. */
    private static final List<Pattern> SECRETS = List.of(
            Pattern.compile("^jdbc:tollbooth:oracle:[^/@]*/([^@]+)@"),
            Pattern.compile("^jdbc:tollbooth:[^/]*//[^/@:]*:([^/@]+)@"),
            Pattern.compile("tollbooth\\.[a-z.]*(?:token|password)=([^;&]+)", Pattern.CASE_INSENSITIVE));

    /** Made by Flyway, by {@link java.util.ServiceLoader}. */
    public TollboothDatabaseType() {}

    @Override
    public String getName() {
        return "Tollbooth";
    }

    @Override
    public boolean handlesJDBCUrl(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public String getDriverClass(String url, ClassLoader classLoader) {
        return TollboothDriver.class.getName();
    }

    @Override
    public List<Pattern> getJDBCCredentialsPatterns() {
        List<Pattern> patterns = new ArrayList<>(super.getJDBCCredentialsPatterns());
        patterns.addAll(SECRETS);
        return patterns;
    }

    @Override
    public void setDefaultConnectionProps(String url, Properties properties, ClassLoader classLoader) {
        for (DatabaseType type : behind(url)) {
            type.setDefaultConnectionProps(withoutPrefix(url), properties, classLoader);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // which the command line of Flyway 10 asks by
    public boolean detectUserRequiredByUrl(String url) {
        return behind(url).stream().allMatch(type -> type.detectUserRequiredByUrl(withoutPrefix(url)));
    }

    @Override
    @SuppressWarnings("deprecation") // which the command line of Flyway 10 asks by
    public boolean detectPasswordRequiredByUrl(String url) {
        return behind(url).stream().allMatch(type -> type.detectPasswordRequiredByUrl(withoutPrefix(url)));
    }

    /** No connection's product is this type's: the database's own type takes it. */
    @Override
    public boolean handlesDatabaseProductNameAndVersion(String product, String version, Connection connection) {
        return false;
    }

    @Override
    public int getNullType() {
        return Types.NULL;
    }

    @Override
    public Database<?> createDatabase(
            Configuration configuration, JdbcConnectionFactory connections, StatementInterceptor interceptor) {
        throw new IllegalStateException("no database of its own: type=" + getName());
    }

    @Override
    public Parser createParser(Configuration configuration, ResourceProvider resources, ParsingContext context) {
        throw new IllegalStateException("no SQL of its own: type=" + getName());
    }

    /** The one type that Flyway would take without the prefix; none if it knows no such database. */
    private static List<DatabaseType> behind(String url) {
        // not by the list's element type, which is another one in Flyway 10
        for (Object type : DatabaseTypeRegister.getDatabaseTypesForUrl(withoutPrefix(url), null)) {
            if (type instanceof DatabaseType known) {
                return List.of(known);
            }
        }
        return List.of();
    }

    private static String withoutPrefix(String url) {
        return "jdbc:" + url.substring(PREFIX.length());
    }
}
