/** Pictures of the memory trace. */
@NullMarked
package dev.tollbooth.internal.picture;

import org.jspecify.annotations.NullMarked;
