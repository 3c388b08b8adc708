/**
 * Tests of frameworks on JDBC: through the prefix they recognize the database, write the same SQL, and return the same
 * results.
 */
@NullMarked
package dev.tollbooth.integration.framework;

import org.jspecify.annotations.NullMarked;
