package dev.tollbooth.integration.framework;

import static org.jooq.impl.DSL.constraint;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.integration.workload.SameResults;
import java.sql.Connection;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.conf.RenderNameCase;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
final class JooqIT {
    private static final Table<Record> CITY = table(name("city"));
    private static final Field<Integer> ID = field(name("id"), SQLDataType.INTEGER.identity(true));
    private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR(40));
    private static final Field<Integer> PEOPLE = field(name("people"), SQLDataType.INTEGER);

    @ParameterizedTest
    @EnumSource(Database.class)
    void queries_throughPrefix_findSameDialectAndResults(Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, JooqIT::run);
    }

    private static void run(Route route, Endpoint endpoint, ResultLog log) throws Exception {
        try (Connection connection = route.connect(endpoint)) {
            // recognizes the dialect by the URL that the connection reports
            DSLContext jooq = DSL.using(connection);
            jooq.settings().setRenderNameCase(RenderNameCase.AS_IS);
            log.value("dialect", jooq.dialect().toString());
            jooq.createTable(CITY)
                    .columns(ID, NAME, PEOPLE)
                    .constraints(
                            constraint(name("pk")).primaryKey(ID),
                            constraint(name("uq")).unique(NAME))
                    .execute();
            write(jooq, log);
            read(jooq, log);
            log.value("tables", jooq.meta().getTables("city").size());
        }
    }

    private static void write(DSLContext jooq, ResultLog log) throws Exception {
        for (int i = 0; i < 5; i++) {
            log.value(
                    "returned id",
                    jooq.insertInto(CITY, NAME, PEOPLE)
                            .values("city " + i, 1_000 * i)
                            .returningResult(ID)
                            .fetchOne(ID));
        }
        log.value(
                "batch",
                jooq.batch(jooq.insertInto(CITY, NAME, PEOPLE).values((String) null, null))
                        .bind("Brno", 400_000)
                        .bind("Graz", 300_000)
                        .execute());
        log.outcome(
                "duplicate",
                () -> jooq.insertInto(CITY, NAME, PEOPLE).values("Brno", 1).execute());
        log.outcome("rolled back", () -> {
            jooq.transaction(inner -> {
                inner.dsl().deleteFrom(CITY).execute();
                throw new IllegalStateException("changed my mind");
            });
            return null;
        });
        log.value(
                "updated",
                jooq.update(CITY)
                        .set(PEOPLE, PEOPLE.plus(1))
                        .where(NAME.like("city%"))
                        .execute());
    }

    private static void read(DSLContext jooq, ResultLog log) throws Exception {
        log.line(jooq.select(ID, NAME, PEOPLE)
                .from(CITY)
                .orderBy(ID)
                .limit(3)
                .offset(2)
                .fetch()
                .formatCSV());
        log.line(jooq.select(count(), sum(PEOPLE)).from(CITY).fetch().formatCSV());
        try (Cursor<?> cursor =
                jooq.select(NAME).from(CITY).orderBy(NAME).fetchSize(2).fetchLazy()) {
            while (cursor.hasNext()) {
                log.line(cursor.fetchNext().formatCSV());
            }
        }
        log.line(jooq.fetchMany("SELECT 1").toString());
    }
}
