/** Tests of the SQL tables, from inside the JVM and through the ports. */
@NullMarked
package dev.tollbooth.integration.sql;

import org.jspecify.annotations.NullMarked;
