/** Tests of the starter that need no application; those that do are in integration-tests/spring-boot. */
@NullMarked
package dev.tollbooth.spring.actuator;

import org.jspecify.annotations.NullMarked;
