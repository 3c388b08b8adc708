/**
 * The objects that applications get in place of the driver's.
 *
 * <p>The classes here write only the methods that account or that hand out other proxies; the build adds every other
 * method of JDBC as a plain forward to the field marked {@link dev.tollbooth.internal.proxy.Delegate} and makes the
 * classes concrete.
 */
@NullMarked
package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.NullMarked;
