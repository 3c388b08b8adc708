/** Flyway and Liquibase by a URL with the prefix: the plug-ins' own tests, with two lines of each tool. */
@NullMarked
package dev.tollbooth.integration.migration;

import org.jspecify.annotations.NullMarked;
