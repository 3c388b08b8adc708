package dev.tollbooth.quarkus;

import dev.tollbooth.jdbc.Tollbooth;
import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.SyntheticCreationalContext;
import io.quarkus.runtime.annotations.Recorder;
import jakarta.enterprise.inject.spi.Bean;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/** The steps of an application's start, as the build has recorded them. Thread-safe: it holds nothing. */
@Recorder
public class AccountingRecorder {
    // not final: Quarkus makes a subclass of it while it records

    private static final Logger LOG = Logger.getLogger(AccountingRecorder.class);
    private static final String PREFIX = "jdbc:tollbooth:";

    /** Made by Quarkus. */
    public AccountingRecorder() {}

    /**
     * Returns what makes the bean that stands in for Agroal's.
     *
     * @param dataSource the name that Quarkus knows the data source by
     * @return a function of the bean's creation
     */
    public Function<SyntheticCreationalContext<AgroalDataSource>, AgroalDataSource> accounted(String dataSource) {
        return context -> account(dataSource, agroals(dataSource));
    }

    /** Gives the pool itself where it can't be accounted, be it that the driver's jar is missing. */
    static AgroalDataSource account(String dataSource, AgroalDataSource pool) {
        try {
            Config config = ConfigProvider.getConfig();
            if (ConfiguredInstance.isSwitchedOff(config) || url(pool).startsWith(PREFIX)) {
                return pool;
            }
            Tollbooth tollbooth = ConfiguredInstance.open(dataSource, config);
            LOG.infof("data source accounted: name=%s instance=%s", dataSource, tollbooth.name());
            return new AccountedAgroalDataSource(pool, tollbooth);
        } catch (RuntimeException | LinkageError e) {
            LOG.warnf(e, "data source not accounted: name=%s, its statements run as without Tollbooth", dataSource);
            return pool;
        }
    }

    private static String url(AgroalDataSource pool) {
        String url = pool.getConfiguration()
                .connectionPoolConfiguration()
                .connectionFactoryConfiguration()
                .jdbcUrl();
        return url == null ? "" : url;
    }

    /** Agroal's own bean, which the alternative hides from all who look by type and name. */
    private static AgroalDataSource agroals(String dataSource) {
        ArcContainer arc = Arc.container();
        for (Bean<?> bean :
                arc.beanManager().getBeans(AgroalDataSource.class, AgroalDataSourceUtil.qualifier(dataSource))) {
            if (!bean.isAlternative() && bean instanceof InjectableBean<?> agroals) {
                return (AgroalDataSource) arc.instance(agroals).get();
            }
        }
        throw new IllegalStateException("no data source of Agroal: name=" + dataSource);
    }
}
