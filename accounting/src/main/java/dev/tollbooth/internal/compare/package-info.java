/** Changes between two periods or builds: which statements are slower, faster, new or gone, and by how much. */
@NullMarked
package dev.tollbooth.internal.compare;

import org.jspecify.annotations.NullMarked;
