package dev.tollbooth.integration.compatibility.jpa;

import java.util.function.Consumer;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** {@link JpaWork} with Hibernate, in code for both of its versions. */
public final class HibernateWork implements Consumer<String> {
    @Override
    public void accept(String url) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Vehicle.class)
                .addAnnotatedClass(Passage.class)
                .setProperty("hibernate.jdbc.batch_size", "10");
        configuration.getProperties().putAll(JpaWork.settings(url));
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            JpaWork.run(factory);
        }
    }
}
