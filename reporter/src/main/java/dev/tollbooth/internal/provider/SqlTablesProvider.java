package dev.tollbooth.internal.provider;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.sql.SQLException;

/** A service that opens the SQL tables of an instance; implemented by the module {@code sql}. */
public interface SqlTablesProvider {

    /**
     * Opens the tables without access from outside of this JVM.
     *
     * @param windows the source of {@code top_ru}
     * @throws SQLException if H2 is missing or has an unsuitable version
     */
    SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows) throws SQLException;
}
