package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An adapter of a kind of pool that sets an accounted URL in a pool before it starts; the bean stays the same. */
interface PoolUrl {

    /**
     * Adds the prefix to the pool's URL, and sets Tollbooth's driver class.
     *
     * @param bean any bean
     * @param tollbooth a supplier of the instance, called only if the pool is changed and has no settings of Tollbooth
     *     itself
     * @return the name of the instance for the log; null if nothing was changed, because {@code bean} is no such pool,
     *     has started, or has no usable URL
     */
    @Nullable
    String account(Object bean, Supplier<Tollbooth> tollbooth);

    /** The text in the log instead of the instance's name, if the pool's own settings choose the instance. */
    String BY_ITS_OWN_SETTINGS = "instance by its own settings";
}
