/** What Quarkus does with the extension while it builds an application. */
@NullMarked
package dev.tollbooth.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
