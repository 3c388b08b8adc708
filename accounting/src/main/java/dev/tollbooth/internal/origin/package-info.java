/** Who in the code executes: the names of origins, which one a thread is in, and what each has of a statement. */
@NullMarked
package dev.tollbooth.internal.origin;

import org.jspecify.annotations.NullMarked;
