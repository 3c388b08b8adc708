package dev.tollbooth.integration.compatibility;

import dev.tollbooth.integration.compatibility.jpa.EclipseLinkWork;
import dev.tollbooth.integration.compatibility.jpa.HibernateWork;
import java.util.List;
import java.util.Optional;

/** Frameworks that make SQL themselves. */
final class Frameworks {
    private Frameworks() {}

    static List<TriedProduct> all(SecondLine hibernate6) throws ClassNotFoundException {
        return List.of(
                framework("Hibernate", hibernate6.loadClass("org.hibernate.Session"), hibernate6::run),
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
