package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.digest.SqlDialect;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the digests of one connection's statements. Where a text means something else to another session, as
 * {@code 'C:\'} does by PostgreSQL's {@code standard_conforming_strings}, it is read as this session reads it now: the
 * server tells its driver of each change, so that to ask is no round trip.
 *
 * <p>Thread-safe. Each dialect has a cache of its own, so that a text's digests do not meet.
 */
final class SessionDialect implements Function<String, Digest> {

    private static final String PG_CONNECTION = "org.postgresql.PGConnection";
    private static final String SETTING = "standard_conforming_strings";
    private static final String ESCAPED_QUOTE = "\\'";

    private final Instruments instruments;
    private final DigestCache digests;
    /** Null where no driver is there to be asked. */
    private final @Nullable Connection asked;

    SessionDialect(Instruments instruments, SqlDialect dialect, Connection connection) {
        this.instruments = instruments;
        this.digests = instruments.attribution().digests(dialect);
        this.asked = dialect == SqlDialect.POSTGRESQL ? connection : null;
    }

    @Override
    public Digest apply(String sql) {
        if (asked == null || sql.indexOf('\\') < 0 || !sql.contains(ESCAPED_QUOTE)) {
            return digests.get(sql);
        }
        return instruments.attribution().digests(dialect(asked)).get(sql);
    }

    private static SqlDialect dialect(Connection connection) {
        String value = parameter(connection);
        if (value.equals("on")) {
            return SqlDialect.POSTGRESQL_CONFORMING;
        }
        return value.equals("off") ? SqlDialect.POSTGRESQL_ESCAPES : SqlDialect.POSTGRESQL;
    }

    /** Returns what pgjdbc knows of the setting, empty for any other driver. */
    private static String parameter(Connection connection) {
        try {
            Class<?> type =
                    Class.forName(PG_CONNECTION, false, connection.getClass().getClassLoader());
            Method method = type.getMethod("getParameterStatus", String.class);
            Object value = method.invoke(connection.unwrap(type), SETTING);
            return value == null ? "" : value.toString();
        } catch (Exception | LinkageError e) {
            return ""; // a dialect that masks what is not known is the answer
        }
    }
}
