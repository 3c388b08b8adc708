package dev.tollbooth.quarkus;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.BeanDestroyer;
import jakarta.enterprise.context.spi.CreationalContext;
import java.util.Map;

/**
 * A destroyer of the accounted data source, which closes its instance when the application ends or a live reload
 * replaces it.
 *
 * <p>Thread-safe: stateless.
 */
public final class AccountedDataSourceEnd implements BeanDestroyer<AgroalDataSource> {
    /** Makes the destroyer for Quarkus, which creates it by name. */
    public AccountedDataSourceEnd() {}

    @Override
    public void destroy(
            AgroalDataSource dataSource, CreationalContext<AgroalDataSource> context, Map<String, Object> parameters) {
        if (dataSource instanceof AccountedAgroalDataSource accounted) {
            accounted.endAccounts();
        }
    }
}
