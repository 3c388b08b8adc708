/** The accounts as SQL tables, from inside and through the ports. */
@NullMarked
package dev.tollbooth.integration.sql;

import org.jspecify.annotations.NullMarked;
