/**
 * The JDBC objects that applications get instead of the driver's.
 *
 * <p>The classes here contain only the methods that account. The build adds every other method of JDBC as a forward to
 * the driver's object in the class's only protected field, and makes the classes concrete. Where a result needs a proxy
 * or counts, the forward calls {@code wrap} or {@code read}. {@code Wrapping} has equality and unwrapping for all of
 * them. {@code ProxyFactory} keeps one prototype for each kind, so making a proxy is one comparison and one constructor
 * call. {@code MissingMethods} finds the methods that a proxy lacks, by reflection.
 *
 * <p>Getters that return a parent object ({@code getStatement}, {@code getConnection}) ask the driver, then return the
 * existing proxy of its answer. {@code EveryMethodIT} calls each method of JDBC directly and through Tollbooth: with
 * nulls, on closed objects, twice.
 */
@NullMarked
package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.NullMarked;
