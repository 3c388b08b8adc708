/** The plug-in for Flyway that takes {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.flyway;

import org.jspecify.annotations.NullMarked;
