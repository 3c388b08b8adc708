package dev.tollbooth.integration.compatibility;

import dev.tollbooth.integration.compatibility.jpa.EclipseLinkWork;
import dev.tollbooth.integration.compatibility.jpa.HibernateWork;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.process.OtherVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Frameworks that make SQL themselves. */
final class Frameworks {
    private Frameworks() {}

    /** Opens the older version of Hibernate, whose jars the build has copied. */
    @SuppressWarnings("unchecked")
    static OtherVersion<Consumer<String>> hibernate6() throws IOException {
        try (Stream<Path> jars = Files.list(Databases.older("hibernate-6"))) {
            return OtherVersion.open(
                    jars.sorted().toList(),
                    (Class<Consumer<String>>) (Class<?>) Consumer.class,
                    HibernateWork.class,
                    List.of("org.hibernate.", "jakarta.persistence.", HibernateWork.class.getPackageName() + "."));
        }
    }

    static List<TriedProduct> all(OtherVersion<Consumer<String>> hibernate6) throws ClassNotFoundException {
        return List.of(
                framework(
                        "Hibernate",
                        hibernate6.loadClass("org.hibernate.Session"),
                        url -> hibernate6.run(work -> work.accept(url))),
                framework("Hibernate", org.hibernate.Session.class, new HibernateWork()::accept),
                framework(
                        "EclipseLink",
                        org.eclipse.persistence.jpa.PersistenceProvider.class,
                        new EclipseLinkWork()::accept),
                framework("jOOQ", org.jooq.DSLContext.class, JooqWork::run),
                framework("MyBatis", org.apache.ibatis.session.SqlSession.class, MyBatisWork::run),
                framework(
                        "Spring Data JDBC",
                        org.springframework.data.jdbc.core.JdbcAggregateTemplate.class,
                        SpringDataWork::run),
                framework("Exposed", org.jetbrains.exposed.v1.jdbc.Database.class, ExposedWork::run));
    }

    /** The work of an application with a framework; only the framework knows the SQL. */
    private interface Work {
        void run(String url) throws Exception;
    }

    private static TriedProduct framework(String name, Class<?> of, Work work) {
        return TriedProduct.of("framework", name, of, prefix -> {
            work.run(TriedProduct.newH2(prefix));
            return Optional.empty();
        });
    }
}
