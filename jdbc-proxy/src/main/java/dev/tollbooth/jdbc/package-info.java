/** The driver, the data sources, the settings and {@link dev.tollbooth.jdbc.Tollbooth}, which puts the parts together. */
@NullMarked
package dev.tollbooth.jdbc;

import org.jspecify.annotations.NullMarked;
