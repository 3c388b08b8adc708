/** Which SQL that port lets through. */
@NullMarked
package dev.tollbooth.internal.postgres.sql;

import org.jspecify.annotations.NullMarked;
