/** Tests of JDBC itself: the application sees connections, statements and result sets as the driver returns them. */
@NullMarked
package dev.tollbooth.integration.jdbc;

import org.jspecify.annotations.NullMarked;
