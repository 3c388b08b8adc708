/** The plug-in for Flyway that accepts {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.flyway;

import org.jspecify.annotations.NullMarked;
