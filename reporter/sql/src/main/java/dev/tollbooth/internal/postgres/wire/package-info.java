/** Messages and values of PostgreSQL's protocol. */
@NullMarked
package dev.tollbooth.internal.postgres.wire;

import org.jspecify.annotations.NullMarked;
