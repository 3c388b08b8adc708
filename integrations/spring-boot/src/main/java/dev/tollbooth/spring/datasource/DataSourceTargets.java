package dev.tollbooth.spring.datasource;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * A search that finds the data sources behind one that opens no connections of its own, as far as Spring knows them.
 */
final class DataSourceTargets {

    private DataSourceTargets() {}

    /**
     * Returns the data sources at the end of the delegation chain; empty if {@code dataSource} opens connections
     * itself.
     */
    static List<DataSource> of(Object dataSource) {
        List<DataSource> targets = new ArrayList<>();
        if (dataSource instanceof AbstractRoutingDataSource routing) {
            add(targets, new ArrayList<>(routing.getResolvedDataSources().values()));
            DataSource otherwise = routing.getResolvedDefaultDataSource();
            if (otherwise != null) {
                add(targets, List.of(otherwise));
            }
        } else if (dataSource instanceof DelegatingDataSource delegating) {
            DataSource target = delegating.getTargetDataSource();
            if (target != null) {
                add(targets, List.of(target));
            }
        }
        return targets;
    }

    private static void add(List<DataSource> targets, List<DataSource> found) {
        for (DataSource target : found) {
            List<DataSource> behind = of(target);
            targets.addAll(behind.isEmpty() ? List.of(target) : behind);
        }
    }
}
