/** The accounts as tables in SQL, by H2. */
@NullMarked
package dev.tollbooth.internal.sql;

import org.jspecify.annotations.NullMarked;
