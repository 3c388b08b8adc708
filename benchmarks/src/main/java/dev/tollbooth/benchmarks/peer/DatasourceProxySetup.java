package dev.tollbooth.benchmarks.peer;

import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** The setup of datasource-proxy alone. */
final class DatasourceProxySetup {

    private DatasourceProxySetup() {}

    static Connector counting(Origin origin) {
        DataSource wrapped = ProxyDataSourceBuilder.create(new OriginDataSource(origin))
                .countQuery()
                .build();
        return wrapped::getConnection;
    }
}
