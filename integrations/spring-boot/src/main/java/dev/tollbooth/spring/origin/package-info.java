/** The user of Spring Security, and the handler, task or listener, as user and origin of executions. */
@NullMarked
package dev.tollbooth.spring.origin;

import org.jspecify.annotations.NullMarked;
