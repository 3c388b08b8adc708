package dev.tollbooth.spring.datasource;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The data sources that were found, accounted or not, for the log. One line names those that exist when the application
 * has started. Later ones have lines of their own.
 *
 * <p>Thread-safe by one lock.
 */
final class AccountedDataSources {

    private static final Log LOG = LogFactory.getLog(AccountedDataSources.class);

    @GuardedBy("this")
    private final Set<Object> accounted = Collections.newSetFromMap(new WeakHashMap<>());

    @GuardedBy("this")
    private final Set<String> seen = new HashSet<>();

    @GuardedBy("this")
    private final List<String> untold = new ArrayList<>();

    @GuardedBy("this")
    private boolean started;

    /** Records that {@code dataSource} is accounted. */
    synchronized void add(Object dataSource) {
        accounted.add(dataSource);
    }

    synchronized boolean contains(Object dataSource) {
        return accounted.contains(dataSource);
    }

    /** Returns whether the bean was found before. */
    synchronized boolean knows(String bean) {
        return seen.contains(bean);
    }

    /**
     * Logs how a bean is accounted, or why it is left out on purpose. {@link #start} logs the beans that came before
     * it.
     */
    synchronized void tell(String bean, Object dataSource, String how) {
        if (!seen.add(bean)) {
            return; // another bean of a scope
        }
        String line = bean + " (" + dataSource.getClass().getSimpleName() + ", " + how + ")";
        if (started) {
            LOG.info("Tollbooth, data source: " + line);
        } else {
            untold.add(line);
        }
    }

    /** Logs that a bean is not accounted, with the reason. */
    synchronized void warn(String bean, Object dataSource, String why) {
        if (seen.add(bean)) {
            LOG.warn("Tollbooth does not account for a data source: bean=" + bean + ", class="
                    + dataSource.getClass().getName() + ", " + why);
        }
    }

    /** Logs a problem. */
    void warn(String line) {
        LOG.warn(line);
    }

    /** Logs all beans so far, and the place of their figures, once the application has created its beans. */
    synchronized void start(String figures) {
        if (!untold.isEmpty()) {
            String version = AccountedDataSources.class.getPackage().getImplementationVersion();
            LOG.info("Tollbooth" + (version == null ? "" : " " + version) + ", data sources: "
                    + String.join(", ", untold) + "; " + figures);
        }
        untold.clear();
        started = true;
    }
}
