/** A small shop without any reference to Tollbooth. */
@NullMarked
package shop;

import org.jspecify.annotations.NullMarked;
