/** Completes the proxies when the driver is built; not in its jar. */
@NullMarked
package dev.tollbooth.internal.weaver;

import org.jspecify.annotations.NullMarked;
