package dev.tollbooth.integration.compatibility.jpa;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.util.function.Consumer;
import org.eclipse.persistence.jpa.PersistenceProvider;

/** {@link JpaWork} with EclipseLink. */
public final class EclipseLinkWork implements Consumer<String> {
    @Override
    public void accept(String url) {
        // its SQL is for H2 1, in particular for generated keys
        String legacy = url + ";MODE=LEGACY";
        PersistenceConfiguration configuration = new PersistenceConfiguration("compatibility")
                .managedClass(Vehicle.class)
                .managedClass(Passage.class)
                .properties(JpaWork.settings(legacy))
                .property("eclipselink.jdbc.batch-writing", "JDBC");
        try (EntityManagerFactory factory = new PersistenceProvider().createEntityManagerFactory(configuration)) {
            JpaWork.run(factory);
        }
    }
}
