package dev.tollbooth.quarkus;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.BeanDestroyer;
import jakarta.enterprise.context.spi.CreationalContext;
import java.util.Map;

/**
 * A listener that closes the instance of a data source when the application ends, or a live reload replaces it.
 * Thread-safe: stateless.
 */
public final class AccountedDataSourceEnd implements BeanDestroyer<AgroalDataSource> {
    /** Makes the destroyer for Quarkus. */
    public AccountedDataSourceEnd() {}

    @Override
    public void destroy(
            AgroalDataSource dataSource, CreationalContext<AgroalDataSource> context, Map<String, Object> parameters) {
        if (dataSource instanceof AccountedAgroalDataSource accounted) {
            accounted.endAccounts();
        }
    }
}
