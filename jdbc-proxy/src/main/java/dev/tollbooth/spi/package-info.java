/** Extension points: sources of request units and of plans, found by {@link java.util.ServiceLoader}. */
@NullMarked
package dev.tollbooth.spi;

import org.jspecify.annotations.NullMarked;
