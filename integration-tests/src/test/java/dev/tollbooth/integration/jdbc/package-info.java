/** JDBC itself: what an application sees of connections, statements and result sets is what the driver shows. */
@NullMarked
package dev.tollbooth.integration.jdbc;

import org.jspecify.annotations.NullMarked;
