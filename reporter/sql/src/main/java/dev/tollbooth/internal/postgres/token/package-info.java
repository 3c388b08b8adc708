/** The tokens of statements, as PostgreSQL separates them. */
@NullMarked
package dev.tollbooth.internal.postgres.token;

import org.jspecify.annotations.NullMarked;
