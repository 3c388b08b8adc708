package dev.tollbooth.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

final class AccountedAgroalDataSourceTest {
    @Test
    void connections_ofAllKinds_areCountedAndThePoolStaysAgroals() throws Exception {
        try (AgroalDataSource pool = pool();
                Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "kinds").build()) {
            AgroalDataSource accounted = new AccountedAgroalDataSource(pool, tollbooth);
            use(accounted.getConnection());
            use(accounted.getReadOnlyConnection());
            assertThat(tollbooth.statements().executions()).isEqualTo(2);
            assertThatThrownBy(() -> accounted.getConnection("other", "")).hasMessageContaining("pooled data source");
            assertThat(accounted.getMetrics().creationCount())
                    .isEqualTo(pool.getMetrics().creationCount());
            assertThat(accounted.isHealthy(false)).isTrue();
            assertThat(accounted.getConfiguration()).isSameAs(pool.getConfiguration());
            assertThat(accounted.unwrap(AgroalDataSource.class)).isSameAs(accounted);
            assertThat(accounted.isWrapperFor(TollboothDataSource.class)).isTrue();
        }
    }

    /** Tests an application that a live reload replaces. */
    @Test
    void end_oneApplicationAfterTheOther_leavesNoInstanceAndEachPoolOpen() throws Exception {
        for (int reload = 0; reload < 3; reload++) {
            try (AgroalDataSource pool = pool()) {
                Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "reloaded").build();
                assertThat(tollbooth.name()).isEqualTo("reloaded");
                AccountedAgroalDataSource accounted = new AccountedAgroalDataSource(pool, tollbooth);
                use(accounted.getConnection());
                assertThat(beans()).isNotEmpty();
                new AccountedDataSourceEnd().destroy(accounted, null, Map.of());
                assertThat(beans()).isEmpty();
                use(pool.getConnection());
            }
        }
    }

    private static Set<ObjectName> beans() throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("dev.tollbooth:instance=reloaded*,*"), null);
    }

    private static void use(Connection given) throws SQLException {
        try (Connection connection = given;
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private static AgroalDataSource pool() throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .metricsEnabled()
                .connectionPoolConfiguration(pool -> pool.maxSize(2)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl("jdbc:h2:mem:agroal"))));
    }
}
