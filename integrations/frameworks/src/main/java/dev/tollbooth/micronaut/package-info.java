/**
 * A listener that wraps the data sources of a Micronaut application, and closes its instances with the application's
 * context.
 */
@NullMarked
package dev.tollbooth.micronaut;

import org.jspecify.annotations.NullMarked;
