package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Database;
import java.util.Arrays;
import java.util.Set;

/** A call with a result through Tollbooth that differs from the direct one, always or sometimes. */
enum KnownDifference {
    /** The driver kills a session by its number, which may have ended already. */
    CANCEL_OF_CLOSED_CONNECTION(
            "cancel()",
            Set.of(Database.MARIADB),
            Set.of(JdbcObject.STATEMENT, JdbcObject.PREPARED_STATEMENT, JdbcObject.CALLABLE_STATEMENT)),
    /** One object of the driver is two here: the resource times commits, and the connection makes handles. */
    XA_CONNECTION_AS_RESOURCE(
            "getXAResource()",
            Set.of(Database.H2, Database.POSTGRESQL_14, Database.POSTGRESQL_18),
            Set.of(JdbcObject.XA_CONNECTION)),
    /** The driver returns one handle twice; here each is a session of its own, equal to the other. */
    HANDLE_TWICE(
            "getConnection()",
            Set.of(Database.MARIADB),
            Set.of(JdbcObject.POOLED_CONNECTION, JdbcObject.XA_CONNECTION));

    private final String call;
    private final Set<Database> databases;
    private final Set<JdbcObject> kinds;

    KnownDifference(String call, Set<Database> databases, Set<JdbcObject> kinds) {
        this.call = call;
        this.databases = databases;
        this.kinds = kinds;
    }

    static boolean isKnown(Database database, JdbcObject kind, String line) {
        return Arrays.stream(values())
                .anyMatch(known -> known.databases.contains(database)
                        && known.kinds.contains(kind)
                        && line.startsWith(known.call + ":"));
    }
}
