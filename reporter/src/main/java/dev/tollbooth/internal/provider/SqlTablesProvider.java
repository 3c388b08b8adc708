package dev.tollbooth.internal.provider;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.SQLException;

/** Opens the SQL tables of an instance; the module {@code sql} has one. */
public interface SqlTablesProvider {

    /**
     * Opens the tables; nothing outside of this JVM can reach them yet.
     *
     * @param windows fills {@code top_ru}
     * @throws SQLException if H2 is missing or of a version that does not fit
     */
    SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows) throws SQLException;
}
