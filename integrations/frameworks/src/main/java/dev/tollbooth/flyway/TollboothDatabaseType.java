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
 * A Flyway plug-in that gives Flyway the driver for a {@code jdbc:tollbooth:} URL, and passes everything else to the
 * type of the database behind it.
 *
 * <p>Flyway chooses a type twice: by URL, for the driver and its properties, and by a connection's product, for the
 * SQL. Flyway chooses this type only by URL. So migrations use the database's own type, and one class serves each
 * database that Flyway knows. A subclass of each database's type would keep Flyway from starting if one of its database
 * modules were missing.
 *
 * <p>To run with Flyway 10 and all newer versions, this class uses only methods that all of them have.
 *
 * <p>Thread-safe: stateless.
 */
public final class TollboothDatabaseType extends BaseDatabaseType {

    private static final String PREFIX = "jdbc:tollbooth:";

    /**
     * The patterns of secrets in URLs: a database's own patterns with the prefix, and a pattern for Tollbooth's
     * settings.
     */
    private static final List<Pattern> SECRETS = List.of(
            Pattern.compile("^jdbc:tollbooth:oracle:[^/@]*/([^@]+)@"),
            Pattern.compile("^jdbc:tollbooth:[^/]*//[^/@:]*:([^/@]+)@"),
            Pattern.compile("tollbooth\\.[a-z.]*(?:token|password)=([^;&]+)", Pattern.CASE_INSENSITIVE));

    /** Makes the type for {@link java.util.ServiceLoader}. */
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
    @SuppressWarnings("deprecation") // used by the command line of Flyway 10
    public boolean detectUserRequiredByUrl(String url) {
        return behind(url).stream().allMatch(type -> type.detectUserRequiredByUrl(withoutPrefix(url)));
    }

    @Override
    @SuppressWarnings("deprecation") // used by the command line of Flyway 10
    public boolean detectPasswordRequiredByUrl(String url) {
        return behind(url).stream().allMatch(type -> type.detectPasswordRequiredByUrl(withoutPrefix(url)));
    }

    /** Returns false for every connection's product, so that the database's own type handles it. */
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

    /** Returns the type that Flyway would choose without the prefix; empty for an unknown database. */
    private static List<DatabaseType> behind(String url) {
        // compared by raw type, because the list's element type differs in Flyway 10
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
