/** Pictures of the memory trace: SVG, text and collapsed stacks. */
@NullMarked
package dev.tollbooth.internal.picture;

import org.jspecify.annotations.NullMarked;
