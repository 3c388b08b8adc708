/** Frameworks that sit on JDBC: they find their dialect, write the same SQL and give the same results through the prefix. */
@NullMarked
package dev.tollbooth.integration.framework;

import org.jspecify.annotations.NullMarked;
