package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.provider.SqlTablesProvider;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.SQLException;

/** A provider that opens the SQL tables in H2. No class of H2 is loaded before its version is checked. */
public final class H2TablesProvider implements SqlTablesProvider {

    /** Makes a provider for {@link java.util.ServiceLoader}. */
    public H2TablesProvider() {}

    @Override
    public SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows)
            throws SQLException {
        ClassLoader loader = H2TablesProvider.class.getClassLoader();
        H2Version.check(loader == null ? ClassLoader.getSystemClassLoader() : loader);
        try {
            return new H2Tables(new H2Database(statements, sessions, windows));
        } catch (LinkageError e) {
            throw H2Version.unfit(e);
        }
    }
}
