package dev.tollbooth.integration.framework;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.integration.workload.SameResults;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
final class HibernateIT {
    @ParameterizedTest
    @EnumSource(Database.class)
    void entities_throughPrefix_giveSameSqlAndResults(Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, HibernateIT::run);
    }

    private static void run(Route route, Endpoint endpoint, ResultLog log) throws Exception {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Author.class)
                .addAnnotatedClass(Book.class)
                .setProperty("hibernate.connection.driver_class", route.driverClass(endpoint))
                .setProperty("hibernate.connection.url", route.url(endpoint))
                .setProperty("hibernate.connection.username", endpoint.user())
                .setProperty("hibernate.connection.password", endpoint.password())
                .setProperty("hibernate.connection.pool_size", 3)
                .setProperty("hibernate.hbm2ddl.auto", "create-drop")
                .setProperty("hibernate.jdbc.batch_size", 10)
                .setStatementInspector(sql -> write(log, sql));
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            log.value(
                    "dialect",
                    factory.unwrap(SessionFactoryImplementor.class)
                            .getJdbcServices()
                            .getDialect()
                            .toString());
            factory.inTransaction(HibernateIT::store);
            factory.inTransaction(session -> query(session, log));
            changeTwice(factory, log);
            log.outcome("same name again", () -> {
                factory.inTransaction(session -> session.persist(new Author("Lem")));
                return null;
            });
            log.outcome(
                    "bulk",
                    () -> factory.fromTransaction(
                            session -> session.createMutationQuery("delete from Book where pages < 100")
                                    .executeUpdate()));
        }
    }

    private static void store(Session session) {
        for (String name : List.of("Lem", "Strugatsky", "Bulgakov")) {
            Author author = new Author(name);
            for (int i = 0; i < 12; i++) {
                author.write(name + " " + i, 50 + 10 * i);
            }
            session.persist(author);
        }
    }

    private static void query(Session session, ResultLog log) {
        List<Book> page = session.createSelectionQuery("from Book where pages > :pages order by title", Book.class)
                .setParameter("pages", 90)
                .setFirstResult(5)
                .setMaxResults(7)
                .getResultList();
        for (Book book : page) {
            write(log, book.title + " by " + book.author.name + " cover " + book.cover[0]);
        }
        session.createSelectionQuery(
                        "select a.name, sum(b.pages) from Author a join a.books b group by a.name order by a.name",
                        Object[].class)
                .getResultStream()
                .forEach(row -> write(log, row[0] + " wrote " + row[1]));
        Number count = (Number) session.createNativeQuery("select count(*) from Book", Object.class)
                .getSingleResult();
        write(log, "books " + count);
    }

    /** Changes one row in two sessions; the second one fails, because Hibernate checks the update count. */
    private static void changeTwice(SessionFactory factory, ResultLog log) throws SQLException {
        try (Session slow = factory.openSession()) {
            slow.beginTransaction();
            Author seen = find(slow);
            factory.inTransaction(session -> find(session).name = "S. Lem");
            seen.name = "lost";
            log.outcome("late change", () -> {
                slow.getTransaction().commit();
                return null;
            });
        }
        factory.inTransaction(session -> find(session).name = "Lem");
    }

    private static Author find(Session session) {
        return session.createSelectionQuery("from Author order by id", Author.class)
                .setMaxResults(1)
                .getSingleResult();
    }

    private static String write(ResultLog log, String line) {
        log.line(line);
        return line;
    }
}
