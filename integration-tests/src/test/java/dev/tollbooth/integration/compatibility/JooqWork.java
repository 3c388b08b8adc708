package dev.tollbooth.integration.compatibility;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** An application with jOOQ: generated keys, batches, lazy reads, failures and rollbacks. */
final class JooqWork {
    private static final Table<Record> VEHICLE = table(name("vehicle"));
    private static final Field<Integer> ID = field(name("id"), SQLDataType.INTEGER.identity(true));
    private static final Field<String> PLATE = field(name("plate"), SQLDataType.VARCHAR(20));

    private JooqWork() {}

    static void run(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            DSLContext jooq = DSL.using(connection);
            jooq.createTable(VEHICLE)
                    .columns(ID, PLATE)
                    .primaryKey(ID)
                    .unique(PLATE)
                    .execute();
            for (int i = 0; i < 3; i++) {
                jooq.insertInto(VEHICLE, PLATE)
                        .values("plate " + i)
                        .returningResult(ID)
                        .fetchOne(ID);
            }
            jooq.batch(jooq.insertInto(VEHICLE, PLATE).values((String) null))
                    .bind("a")
                    .bind("b")
                    .execute();
            fail(jooq);
            jooq.update(VEHICLE).set(PLATE, "c").where(PLATE.eq("a")).execute();
            try (var rows = jooq.selectFrom(VEHICLE).orderBy(ID).fetchLazy()) {
                while (rows.hasNext()) {
                    rows.fetchNext();
                }
            }
            jooq.fetchCount(VEHICLE);
        }
    }

    private static void fail(DSLContext jooq) {
        try {
            jooq.transaction(inner -> {
                inner.dsl().deleteFrom(VEHICLE).where(PLATE.eq("plate 2")).execute();
                inner.dsl().insertInto(VEHICLE, PLATE).values("plate 0").execute();
            });
        } catch (DataAccessException duplicate) {
            return;
        }
        throw new IllegalStateException("second vehicle of one plate");
    }
}
