/** A filter that tells Tollbooth whose request executes, and which. */
@NullMarked
package dev.tollbooth.servlet;

import org.jspecify.annotations.NullMarked;
