/** Puts the parts of one Tollbooth together, and finds the instance that a URL uses. */
@NullMarked
package dev.tollbooth.internal.instance;

import org.jspecify.annotations.NullMarked;
