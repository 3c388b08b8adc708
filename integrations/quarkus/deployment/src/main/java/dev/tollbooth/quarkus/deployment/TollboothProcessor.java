package dev.tollbooth.quarkus.deployment;

import dev.tollbooth.quarkus.AccountedDataSourceEnd;
import dev.tollbooth.quarkus.AccountingRecorder;
import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.runtime.AgroalRecorder;
import io.quarkus.agroal.spi.JdbcDataSourceBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.inject.Named;
import java.util.List;
import javax.sql.DataSource;
import org.jboss.jandex.AnnotationInstance;

/**
 * A build step that adds an alternative for each data source of Agroal: a bean with the same types and name. The
 * application, Hibernate and Flyway get this bean. Agroal's own bean stays the pool behind it. So the URL can come from
 * any source, including Dev Services.
 */
public final class TollboothProcessor {
    /** Makes the processor for Quarkus, which calls its build steps. */
    public TollboothProcessor() {}

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("tollbooth");
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void accountedDataSources(
            AccountingRecorder recorder,
            AgroalRecorder agroal,
            List<JdbcDataSourceBuildItem> dataSources,
            BuildProducer<SyntheticBeanBuildItem> beans) {
        for (JdbcDataSourceBuildItem dataSource : dataSources) {
            String name = dataSource.getName();
            beans.produce(SyntheticBeanBuildItem.configure(AgroalDataSource.class)
                    .addType(AgroalDataSource.class)
                    .addType(DataSource.class)
                    .scope(ApplicationScoped.class)
                    .qualifiers(qualifiers(name))
                    .identifier("tollbooth-" + name)
                    .alternative(true)
                    .priority(1)
                    .unremovable()
                    .setRuntimeInit()
                    .checkActive(agroal.agroalDataSourceCheckActiveSupplier(name))
                    .createWith(recorder.accounted(name))
                    .destroyer(AccountedDataSourceEnd.class)
                    .done());
        }
    }

    /** Returns the qualifiers of Agroal's own bean. */
    private static AnnotationInstance[] qualifiers(String dataSource) {
        return DataSourceUtil.isDefault(dataSource)
                ? new AnnotationInstance[] {
                    AnnotationInstance.builder(Default.class).build()
                }
                : new AnnotationInstance[] {
                    AnnotationInstance.builder(Named.class).value(dataSource).build(),
                    AnnotationInstance.builder(io.quarkus.agroal.DataSource.class)
                            .value(dataSource)
                            .build()
                };
    }
}
