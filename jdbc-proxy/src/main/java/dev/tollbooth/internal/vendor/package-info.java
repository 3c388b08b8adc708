/** Interfaces and methods of a driver's own that the build does not know, added to proxies at run time; of some drivers by the build. */
@NullMarked
package dev.tollbooth.internal.vendor;

import org.jspecify.annotations.NullMarked;
