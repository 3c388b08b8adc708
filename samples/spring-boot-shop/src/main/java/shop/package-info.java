/** A small shop that knows nothing of Tollbooth. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
