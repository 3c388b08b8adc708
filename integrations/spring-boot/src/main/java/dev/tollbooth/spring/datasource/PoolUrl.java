package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An adapter that sets an accounted URL in a kind of pool, before the pool has started; the bean stays the same. */
interface PoolUrl {

    /**
     * Adds the prefix to the pool's URL, and sets the driver's class.
     *
     * @param tollbooth the instance; called only if the pool is changed, and has no settings of its own
     * @return the name of the instance for people; null, without a change, if {@code bean} is no such pool, has
     *     started, or has no URL
     */
    @Nullable
    String account(Object bean, Supplier<Tollbooth> tollbooth);

    /** The name of the instance for a pool with its own settings of Tollbooth. */
    String BY_ITS_OWN_SETTINGS = "instance by its own settings";
}
