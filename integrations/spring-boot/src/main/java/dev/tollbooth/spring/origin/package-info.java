/** The users and origins of executions: the user of Spring Security, and the handler, task or listener. */
@NullMarked
package dev.tollbooth.spring.origin;

import org.jspecify.annotations.NullMarked;
