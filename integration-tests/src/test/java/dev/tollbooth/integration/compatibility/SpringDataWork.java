package dev.tollbooth.integration.compatibility;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** An application with Spring Data JDBC: a repository of aggregates, and a query. */
final class SpringDataWork {
    private SpringDataWork() {}

    /** An aggregate. */
    static final class Vehicle {
        @Id
        Long id;

        String plate;
        Set<Passage> passages = new HashSet<>();

        static Vehicle of(String plate, Passage... passages) {
            Vehicle vehicle = new Vehicle();
            vehicle.plate = plate;
            vehicle.passages.addAll(List.of(passages));
            return vehicle;
        }
    }

    /** Its part. */
    static final class Passage {
        int cents;
    }

    /** Its repository. */
    interface VehicleRepository extends ListCrudRepository<Vehicle, Long> {
        @Query("SELECT COUNT(*) FROM \"VEHICLE\" WHERE \"PLATE\" LIKE :plate")
        int countLike(@Param("plate") String plate);
    }

    /** The application. */
    @Configuration(proxyBeanMethods = false)
    @EnableJdbcRepositories(considerNestedRepositories = true, basePackageClasses = SpringDataWork.class)
    static class Beans extends AbstractJdbcConfiguration {
        @Bean
        NamedParameterJdbcOperations operations(DataSource dataSource) {
            return new NamedParameterJdbcTemplate(dataSource);
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    static void run(String url) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(DataSource.class, () -> new DriverManagerDataSource(url, "sa", ""));
            context.register(Beans.class);
            context.refresh();
            createTables(context.getBean(NamedParameterJdbcOperations.class));
            work(context.getBean(VehicleRepository.class));
        }
    }

    private static void createTables(NamedParameterJdbcOperations operations) {
        operations.getJdbcOperations().execute("CREATE TABLE vehicle (id IDENTITY, plate VARCHAR(20) UNIQUE)");
        operations.getJdbcOperations().execute("CREATE TABLE passage (vehicle BIGINT REFERENCES vehicle, cents INT)");
    }

    private static void work(VehicleRepository vehicles) {
        for (int i = 0; i < 3; i++) {
            vehicles.save(Vehicle.of("plate " + i, new Passage(), new Passage()));
        }
        List<Vehicle> all = vehicles.findAll();
        all.get(0).passages.clear();
        vehicles.save(all.get(0));
        vehicles.delete(all.get(1));
        try {
            vehicles.save(Vehicle.of("plate 2"));
            throw new IllegalStateException("second vehicle of one plate");
        } catch (DuplicateKeyException duplicate) {
            // expected: the database rejects it
        }
        int left = vehicles.countLike("plate%");
        if (left != 2) {
            throw new IllegalStateException("rows=" + left + " expected=2");
        }
    }
}
