/** The servlet filter, which sets the user and origin of a request's executions. */
@NullMarked
package dev.tollbooth.servlet;

import org.jspecify.annotations.NullMarked;
