/** The plug-in for Liquibase that takes {@code jdbc:tollbooth:} URLs. */
@NullMarked
package dev.tollbooth.liquibase;

import org.jspecify.annotations.NullMarked;
