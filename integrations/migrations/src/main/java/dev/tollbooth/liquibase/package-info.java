/** What Liquibase's plug-in points need to take {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.liquibase;

import org.jspecify.annotations.NullMarked;
