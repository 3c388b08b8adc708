/** Tests of the starter without an application; those with one are in integration-tests/spring-boot. */
@NullMarked
package dev.tollbooth.spring;

import org.jspecify.annotations.NullMarked;
