package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a kind of pool, before it has started, is told a URL that is accounted: the bean stays what it is. */
interface PoolUrl {

    /**
     * Puts the prefix before the pool's URL, and the driver's class beside it.
     *
     * @param tollbooth accounts for the pool; asked for only if the pool is changed, and names no settings of its own
     * @return who accounts for it, for people; null if {@code bean} is no such pool, has started, or has no URL: then
     *     nothing was changed
     */
    @Nullable
    String account(Object bean, Supplier<Tollbooth> tollbooth);

    /** The name of the instance for a pool with its own settings of Tollbooth. */
    String BY_ITS_OWN_SETTINGS = "instance by its own settings";
}
