/** The filter that decides which SQL the PostgreSQL port accepts. */
@NullMarked
package dev.tollbooth.internal.postgres.sql;

import org.jspecify.annotations.NullMarked;
