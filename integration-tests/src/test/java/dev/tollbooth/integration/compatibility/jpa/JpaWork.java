package dev.tollbooth.integration.compatibility.jpa;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The work of an application with entities, for any provider: it stores, reads one by one, changes, fails and deletes.
 */
final class JpaWork {
    private static final int VEHICLES = 6;
    private static final int PASSAGES = 4;

    private JpaWork() {}

    /** Returns a provider's settings for the database. */
    static Map<String, Object> settings(String url) {
        return Map.of(
                "jakarta.persistence.jdbc.driver",
                "dev.tollbooth.jdbc.TollboothDriver",
                "jakarta.persistence.jdbc.url",
                url,
                "jakarta.persistence.jdbc.user",
                "sa",
                "jakarta.persistence.jdbc.password",
                "",
                "jakarta.persistence.schema-generation.database.action",
                "drop-and-create");
    }

    static void run(EntityManagerFactory factory) {
        inTransaction(factory, entities -> {
            for (int i = 0; i < VEHICLES; i++) {
                entities.persist(new Vehicle("plate " + i, PASSAGES));
            }
        });
        inTransaction(factory, JpaWork::readOneByOne);
        // found by its plate, because providers insert in an order of their own, so its key is unknown
        inTransaction(
                factory,
                entities -> entities.createQuery("select v from Vehicle v where v.plate = 'plate 0'", Vehicle.class)
                        .getSingleResult()
                        .plate = "another");
        try {
            inTransaction(factory, entities -> entities.persist(new Vehicle("plate 1", 0)));
            throw new IllegalStateException("second vehicle of one plate");
        } catch (PersistenceException duplicate) {
            // expected: the database rejects it
        }
        inTransaction(factory, entities -> {
            require(
                    VEHICLES,
                    entities.createQuery("delete from Passage p where p.cents > :cents")
                            .setParameter("cents", 2)
                            .executeUpdate());
        });
    }

    /** Runs a query, and one more for each of its rows. */
    private static void readOneByOne(EntityManager entities) {
        List<Vehicle> vehicles = entities.createQuery(
                        "select v from Vehicle v where v.plate like :plate order by v.plate", Vehicle.class)
                .setParameter("plate", "plate%")
                .setFirstResult(1)
                .getResultList();
        require(VEHICLES - 1, vehicles.size());
        for (Vehicle vehicle : vehicles) {
            require(PASSAGES, vehicle.passages.size());
        }
    }

    private static void require(int expected, int rows) {
        if (rows != expected) {
            throw new IllegalStateException("rows=" + rows + " expected=" + expected);
        }
    }

    private static void inTransaction(EntityManagerFactory factory, Consumer<EntityManager> work) {
        EntityManager entities = factory.createEntityManager();
        try {
            entities.getTransaction().begin();
            work.accept(entities);
            entities.getTransaction().commit();
        } finally {
            if (entities.getTransaction().isActive()) {
                entities.getTransaction().rollback();
            }
            entities.close();
        }
    }
}
