/** The MBeans. */
@NullMarked
package dev.tollbooth.internal.jmx;

import org.jspecify.annotations.NullMarked;
