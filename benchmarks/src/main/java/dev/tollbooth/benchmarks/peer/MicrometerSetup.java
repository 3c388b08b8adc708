package dev.tollbooth.benchmarks.peer;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import net.ttddyy.observation.tracing.DataSourceObservationListener;

/** The setup of datasource-proxy below datasource-micrometer. */
final class MicrometerSetup {

    private MicrometerSetup() {}

    static Connector observing(Origin origin) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
        DataSourceObservationListener listener = new DataSourceObservationListener(registry);
        DataSource wrapped = ProxyDataSourceBuilder.create(new OriginDataSource(origin))
                .listener(listener)
                .methodListener(listener)
                .proxyResultSet()
                .build();
        return wrapped::getConnection;
    }
}
