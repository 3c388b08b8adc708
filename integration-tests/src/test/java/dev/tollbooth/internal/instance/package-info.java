/** Of the jar's own parts what no application sees. */
@NullMarked
package dev.tollbooth.internal.instance;

import org.jspecify.annotations.NullMarked;
