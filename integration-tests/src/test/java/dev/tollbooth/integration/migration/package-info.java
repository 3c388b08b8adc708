/** Tests of the plug-ins for Flyway and Liquibase, with a URL with the prefix and two versions of each tool. */
@NullMarked
package dev.tollbooth.integration.migration;

import org.jspecify.annotations.NullMarked;
