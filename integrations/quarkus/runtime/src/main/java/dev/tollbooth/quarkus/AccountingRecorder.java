package dev.tollbooth.quarkus;

import dev.tollbooth.jdbc.Tollbooth;
import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.SyntheticCreationalContext;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.runtime.annotations.Recorder;
import jakarta.enterprise.inject.spi.Bean;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/**
 * The steps of an application's start, which Quarkus records as it builds the application.
 *
 * <p>Thread-safe: stateless.
 */
@Recorder
public class AccountingRecorder {
    // not final, because Quarkus makes a subclass as it builds the application

    private static final Logger LOG = Logger.getLogger(AccountingRecorder.class);
    private static final String PREFIX = "jdbc:tollbooth:";

    /** Makes the recorder for Quarkus, which creates it by name. */
    public AccountingRecorder() {}

    /**
     * Returns a function that creates the bean which replaces Agroal's.
     *
     * @param dataSource the name of the data source in Quarkus
     * @return a function that takes the context of the bean's creation, and returns the data source
     */
    public Function<SyntheticCreationalContext<AgroalDataSource>, AgroalDataSource> accounted(String dataSource) {
        return context -> account(dataSource, agroals(dataSource));
    }

    /**
     * Returns the accounted pool. Returns the pool itself if Tollbooth is off, the URL has Tollbooth's prefix already,
     * or the pool can't be accounted.
     */
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

    /** Returns Agroal's own bean. A look-up by type and name would find the alternative instead. */
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

    /**
     * The instance of one data source, with the settings {@code tollbooth.*} of the application's configuration. It has
     * the data source's name, unless {@code tollbooth.name} is set. A wrong setting is logged and ignored.
     */
    static final class ConfiguredInstance {

        private static final String KEYS = "tollbooth.";

        private ConfiguredInstance() {}

        static boolean isSwitchedOff(Config config) {
            return config.getOptionalValue(KEYS + "enabled", String.class)
                    .filter(value -> value.equalsIgnoreCase("false") || value.equalsIgnoreCase("off"))
                    .isPresent();
        }

        static Tollbooth open(String dataSource, Config config) {
            String name =
                    DataSourceUtil.isDefault(dataSource) ? "default" : dataSource.replaceAll("[^A-Za-z0-9_.-]", "-");
            Map<String, String> settings = settings(config);
            settings.putIfAbsent(KEYS + "name", name);
            return Tollbooth.builder()
                    .settings("Quarkus' configuration", settings)
                    .build();
        }

        private static Map<String, String> settings(Config config) {
            Map<String, String> settings = new TreeMap<>();
            for (String key : config.getPropertyNames()) {
                if (key.startsWith(KEYS)) {
                    config.getOptionalValue(key, String.class).ifPresent(value -> settings.put(key, value));
                }
            }
            settings.remove(KEYS + "enabled");
            return settings;
        }
    }
}
