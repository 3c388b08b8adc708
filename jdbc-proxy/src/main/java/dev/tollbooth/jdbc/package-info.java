/** The driver, the data sources, and the handle of one set of accounts. */
@NullMarked
package dev.tollbooth.jdbc;

import org.jspecify.annotations.NullMarked;
