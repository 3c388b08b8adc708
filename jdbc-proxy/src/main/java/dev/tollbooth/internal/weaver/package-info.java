/** Build-time completion of the proxies; not part of the driver's jar. */
@NullMarked
package dev.tollbooth.internal.weaver;

import org.jspecify.annotations.NullMarked;
