/**
 * The JDBC objects that applications get instead of the driver's.
 *
 * <p>The classes here contain only the methods that account or that return other proxies. The build adds every other
 * method of JDBC as a plain forward to the field marked {@link dev.tollbooth.internal.proxy.Delegate} and makes the
 * classes concrete. {@code ProxyFactory} keeps one prototype for each kind, so making a proxy is one comparison and one
 * constructor call. {@code MissingMethods} finds the methods that a proxy lacks, by reflection.
 *
 * <p>Getters that return a parent object ({@code getStatement}, {@code getConnection}) ask the driver, then return the
 * existing proxy of its answer. {@code EveryMethodIT} calls each method of JDBC directly and through Tollbooth: with
 * nulls, on closed objects, twice.
 */
@NullMarked
package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.NullMarked;
