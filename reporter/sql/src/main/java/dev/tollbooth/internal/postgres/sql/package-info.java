/** The filter for the SQL of the PostgreSQL port. */
@NullMarked
package dev.tollbooth.internal.postgres.sql;

import org.jspecify.annotations.NullMarked;
