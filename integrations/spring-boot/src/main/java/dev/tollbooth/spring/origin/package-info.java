/** Tells who executes: the user of Spring Security, and the handler, task or listener whose code it is. */
@NullMarked
package dev.tollbooth.spring.origin;

import org.jspecify.annotations.NullMarked;
