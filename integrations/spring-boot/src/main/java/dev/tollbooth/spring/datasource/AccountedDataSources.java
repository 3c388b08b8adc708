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
 * Which data sources are accounted, which are not, and why: told in one line once the application's beans are there, later
 * ones each in a line of its own.
 *
 * <p>Thread-safe: one lock.
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

    /** Remembers that what {@code dataSource} opens is accounted. */
    synchronized void add(Object dataSource) {
        accounted.add(dataSource);
    }

    synchronized boolean contains(Object dataSource) {
        return accounted.contains(dataSource);
    }

    /** Whether something was told of the bean. */
    synchronized boolean knows(String bean) {
        return seen.contains(bean);
    }

    /** Tells how a bean is accounted, or that it is left out on purpose. */
    synchronized void tell(String bean, Object dataSource, String how) {
        if (!seen.add(bean)) {
            return; // one more of a scope
        }
        String line = bean + " (" + dataSource.getClass().getSimpleName() + ", " + how + ")";
        if (started) {
            LOG.info("Tollbooth, data source: " + line);
        } else {
            untold.add(line);
        }
    }

    /** Tells that a bean is not accounted, and what helps. */
    synchronized void warn(String bean, Object dataSource, String why) {
        if (seen.add(bean)) {
            LOG.warn("Tollbooth does not account for a data source: bean=" + bean + ", class="
                    + dataSource.getClass().getName() + ", " + why);
        }
    }

    /** Tells what is off. */
    void warn(String line) {
        LOG.warn(line);
    }

    /** Tells of all so far, and where their figures show: the application's beans are there. */
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
