/** The endpoints of Spring Boot's actuator: figures as JSON, and the page. */
@NullMarked
package dev.tollbooth.spring.actuator;

import org.jspecify.annotations.NullMarked;
