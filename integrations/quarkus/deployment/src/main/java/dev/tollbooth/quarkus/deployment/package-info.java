/** The build-time part of the extension for Quarkus. */
@NullMarked
package dev.tollbooth.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
