package dev.tollbooth.quarkus;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.BeanDestroyer;
import jakarta.enterprise.context.spi.CreationalContext;
import java.util.Map;

/** Ends the accounts of a data source with the application, or with what a live reload replaces. Thread-safe: it holds nothing. */
public final class AccountedDataSourceEnd implements BeanDestroyer<AgroalDataSource> {
    /** Made by Quarkus. */
    public AccountedDataSourceEnd() {}

    @Override
    public void destroy(
            AgroalDataSource dataSource, CreationalContext<AgroalDataSource> context, Map<String, Object> parameters) {
        if (dataSource instanceof AccountedAgroalDataSource accounted) {
            accounted.endAccounts();
        }
    }
}
