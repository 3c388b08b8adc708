/** The build-time part of the Quarkus extension. */
@NullMarked
package dev.tollbooth.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
