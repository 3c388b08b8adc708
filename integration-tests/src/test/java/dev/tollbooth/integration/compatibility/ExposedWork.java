package dev.tollbooth.integration.compatibility;

import static org.jetbrains.exposed.v1.core.OpBuilderKt.eq;
import static org.jetbrains.exposed.v1.jdbc.transactions.TransactionsKt.transaction;

import java.util.List;
import java.util.ServiceLoader;
import kotlin.Unit;
import org.jetbrains.exposed.v1.core.Column;
import org.jetbrains.exposed.v1.core.DatabaseConfig;
import org.jetbrains.exposed.v1.core.ResultRow;
import org.jetbrains.exposed.v1.core.Table;
import org.jetbrains.exposed.v1.core.dao.id.IntIdTable;
import org.jetbrains.exposed.v1.exceptions.ExposedSQLException;
import org.jetbrains.exposed.v1.jdbc.Database;
import org.jetbrains.exposed.v1.jdbc.DatabaseConnectionAutoRegistration;
import org.jetbrains.exposed.v1.jdbc.QueriesKt;
import org.jetbrains.exposed.v1.jdbc.SchemaUtils;
import org.jetbrains.exposed.v1.jdbc.transactions.TransactionManager;

/** An application with Exposed, called from Java: single statements, a batch, and a failure that Exposed repeats. */
final class ExposedWork {
    private static final String DRIVER = "dev.tollbooth.jdbc.TollboothDriver";

    private ExposedWork() {}

    /** A table as declared in Exposed. */
    private static final class Vehicles extends IntIdTable {
        final Column<String> plate;

        Vehicles() {
            super("vehicle", "id", null);
            plate = uniqueIndex(varchar("plate", 20, null), (String) null);
        }
    }

    static void run(String url) throws ExposedSQLException {
        Database database = connect(url);
        Vehicles vehicles = new Vehicles();
        inTransaction(database, () -> {
            SchemaUtils.INSTANCE.create(new Table[] {vehicles}, false);
            insert(vehicles, "plate 0");
            insert(vehicles, "plate 1");
            QueriesKt.batchInsert(vehicles, List.of("a", "b", "c"), false, true, (batch, plate) -> {
                batch.set(vehicles.plate, plate);
                return Unit.INSTANCE;
            });
        });
        try {
            inTransaction(database, () -> insert(vehicles, "plate 0"));
            throw new IllegalStateException("second vehicle of one plate");
        } catch (ExposedSQLException duplicate) {
            // expected: the database rejects it each time
        }
        inTransaction(database, () -> readAndDelete(vehicles));
        TransactionManager.Companion.closeAndUnregister(database);
    }

    private static void readAndDelete(Vehicles vehicles) {
        int rows = 0;
        for (ResultRow row : QueriesKt.selectAll(vehicles)) {
            rows += row.get(vehicles.plate).isEmpty() ? 0 : 1;
        }
        int deleted = QueriesKt.deleteWhere(vehicles, null, table -> eq(table.plate, "a"));
        if (rows != 5 || deleted != 1) {
            throw new IllegalStateException("rows=" + rows + " expected=5 deleted=" + deleted + " expected=1");
        }
    }

    /** Connects with Exposed. It finds the driver and the dialect by a URL's beginning, so this URL is registered. */
    private static Database connect(String url) {
        Database.Companion.registerJdbcDriver(url.substring(0, url.indexOf(":mem:")), DRIVER, "h2");
        return Database.Companion.connect(
                url,
                DRIVER,
                "sa",
                "",
                connection -> Unit.INSTANCE,
                DatabaseConfig.Companion.invoke(config -> Unit.INSTANCE),
                ServiceLoader.load(DatabaseConnectionAutoRegistration.class)
                        .findFirst()
                        .orElseThrow(),
                created -> new TransactionManager(created, (connection, running) -> Unit.INSTANCE));
    }

    private static void insert(Vehicles vehicles, String plate) {
        QueriesKt.insert(vehicles, (table, row) -> {
            row.set(table.plate, plate);
            return Unit.INSTANCE;
        });
    }

    /** Runs a transaction, and declares the exception that Kotlin does not. */
    private static void inTransaction(Database database, Runnable work) throws ExposedSQLException {
        transaction(database, null, null, running -> {
            work.run();
            return Unit.INSTANCE;
        });
    }
}
