/** Tests of Spring Boot applications that have the starter on their class path and nothing else of Tollbooth. */
@NullMarked
package dev.tollbooth.integration.starter;

import org.jspecify.annotations.NullMarked;
