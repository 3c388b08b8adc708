package dev.tollbooth.internal.provider;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.SQLException;

/** A service that opens the SQL tables of an instance. The module {@code sql} implements it. */
public interface SqlTablesProvider {

    /**
     * Opens the tables; they can't be reached from outside this JVM before {@link SqlTables#listen}.
     *
     * @param windows the source of {@code top_ru}
     * @throws SQLException if H2 is missing or has an unsuitable version
     */
    SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows) throws SQLException;
}
