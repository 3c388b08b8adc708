/** A Spring Boot application that changes its URL and names its driver's class, and nothing else. */
@NullMarked
package dev.tollbooth.integration.boot;

import org.jspecify.annotations.NullMarked;
