/**
 * Interfaces and methods of a driver that the build does not know, added to proxies at run time.
 *
 * <p>{@code VendorInterfaces} looks once per driver class for further public interfaces ({@code InterfaceSelection})
 * and for methods of {@code java.sql} that are newer than the build. If there are any, {@code ProxyClassWriter} writes
 * a final subclass with forwarders. JDBC objects that the driver's own methods return become proxies, too ({@code
 * VendorResults}).
 */
@NullMarked
package dev.tollbooth.internal.vendor;

import org.jspecify.annotations.NullMarked;
