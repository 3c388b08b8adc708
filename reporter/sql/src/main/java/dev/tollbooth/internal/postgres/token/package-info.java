/** What statements are made of, as PostgreSQL parts them. */
@NullMarked
package dev.tollbooth.internal.postgres.token;

import org.jspecify.annotations.NullMarked;
