package dev.tollbooth.integration.advice;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** Applications with Hibernate and jOOQ, with and without a fault. */
final class FrameworkWork {
    private static final Field<Integer> ID = field("id", Integer.class);
    private static final Field<Integer> PARENT = field("parent", Integer.class);

    private FrameworkWork() {}

    private interface Work {
        void on(SessionFactory factory);
    }

    private static void withHibernate(DataSource source, int batchSize, Work work) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Shelf.class)
                .addAnnotatedClass(Volume.class)
                .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
                .setProperty("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
                .setProperty("hibernate.jdbc.batch_size", batchSize);
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(1);
        try (HikariDataSource pooled = new HikariDataSource(pool)) {
            configuration.getProperties().put("hibernate.connection.datasource", pooled);
            try (SessionFactory factory = configuration.buildSessionFactory()) {
                work.on(factory);
            }
        }
    }

    static Application volumesOfShelves(boolean fetched) {
        String query = fetched ? "select distinct s from Shelf s left join fetch s.volumes" : "from Shelf";
        return source -> withHibernate(source, 50, factory -> {
            for (int i = 0; i < 10; i++) {
                factory.inTransaction(session -> session.createSelectionQuery(query, Shelf.class)
                        .getResultList()
                        .forEach(shelf -> shelf.volumes.size()));
            }
        });
    }

    static Application persists(int batchSize) {
        int first = 1_000 + batchSize * 1_000;
        return source -> withHibernate(source, batchSize, factory -> {
            for (int i = 0; i < 5; i++) {
                int from = first + i * 100;
                factory.inTransaction(session -> {
                    for (int id = from; id < from + 100; id++) {
                        session.persist(new Volume(id, null));
                    }
                });
            }
        });
    }

    static Application jooqLoop(boolean joined) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                DSLContext jooq = DSL.using(connection, SQLDialect.POSTGRES);
                for (int i = 0; i < 10; i++) {
                    jooq.transaction(inner -> {
                        List<Integer> parents =
                                inner.dsl().select(ID).from(table("parent")).fetch(ID);
                        if (joined) {
                            inner.dsl()
                                    .select(ID)
                                    .from(table("item"))
                                    .where(PARENT.in(parents))
                                    .fetch();
                            return;
                        }
                        for (Integer parent : parents) {
                            inner.dsl()
                                    .select(ID)
                                    .from(table("item"))
                                    .where(PARENT.eq(parent))
                                    .fetch();
                        }
                    });
                }
            }
        };
    }

    static Application lists(boolean padded) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                DSLContext jooq = DSL.using(connection, SQLDialect.POSTGRES, new Settings().withInListPadding(padded));
                for (int i = 0; i < 120; i++) {
                    List<Integer> ids = new ArrayList<>();
                    for (int id = 0; id < 3 + i % 30; id++) {
                        ids.add(id * 7 + i);
                    }
                    jooq.select(ID).from(table("item")).where(ID.in(ids)).fetch();
                }
            }
        };
    }
}
