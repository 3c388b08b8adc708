/** The driver, the data sources, and the handle of an instance. */
@NullMarked
package dev.tollbooth.jdbc;

import org.jspecify.annotations.NullMarked;
