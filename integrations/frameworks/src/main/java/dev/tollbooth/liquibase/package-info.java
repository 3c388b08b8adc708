/** The plug-in for Liquibase that accepts {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.liquibase;

import org.jspecify.annotations.NullMarked;
