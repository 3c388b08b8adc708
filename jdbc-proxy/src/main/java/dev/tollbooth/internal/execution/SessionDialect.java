package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.RecentTexts;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.statement.SqlDialect;
import java.sql.Connection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that finds the digests of one connection's statements. Some texts depend on the session: {@code 'C:\'} on
 * PostgreSQL's {@code standard_conforming_strings} and MySQL's {@code NO_BACKSLASH_ESCAPES}. Such texts are read as the
 * session's server would read them now. The server reports each change to its driver, so asking needs no round trip.
 *
 * <p>Thread-safe. Each dialect with its options has a cache of its own, so the digests of a text under two dialects
 * stay apart.
 */
public final class SessionDialect implements Function<String, TextDigest> {

    private final Attribution attribution;
    private final SqlDialect dialect;
    private final DigestOptions options;
    private final DigestCache digests;
    /** The connection; null if its driver can't be asked. */
    private final @Nullable Connection asked;

    public SessionDialect(Attribution attribution, ConnectionFacts facts, Connection connection) {
        this.attribution = attribution;
        this.dialect = facts.dialect();
        this.options = facts.digestOptions();
        this.digests = attribution.digests(dialect, options);
        this.asked = dialect == SqlDialect.POSTGRESQL || DialectFamily.of(dialect) == DialectFamily.MYSQL
                ? connection
                : null;
    }

    /** Returns the table of recent texts, for callers that look there first. It has no text with a backslash. */
    RecentTexts recent() {
        return digests.recent();
    }

    @Override
    public TextDigest apply(String sql) {
        if (asked == null || sql.indexOf('\\') < 0) {
            return digests.get(sql);
        }
        if (dialect == SqlDialect.POSTGRESQL) {
            return (sql.contains("\\'") ? ofPostgres(asked) : digests).get(sql);
        }
        return (sql.contains("\\'") || sql.contains("\\\"") ? ofMysql(asked) : digests).get(sql);
    }

    private DigestCache ofPostgres(Connection connection) {
        String conforming = DriverMethods.conformingStrings(connection);
        SqlDialect read = conforming.equals("on")
                ? SqlDialect.POSTGRESQL_CONFORMING
                : conforming.equals("off") ? SqlDialect.POSTGRESQL_ESCAPES : SqlDialect.POSTGRESQL;
        return attribution.digests(read, options);
    }

    private DigestCache ofMysql(Connection connection) {
        return DriverMethods.isWithoutBackslashEscapes(connection)
                ? attribution.digests(dialect, options.withoutBackslashEscapes())
                : digests;
    }
}
