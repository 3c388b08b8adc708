/** What Flyway's plug-in point needs to take {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.flyway;

import org.jspecify.annotations.NullMarked;
