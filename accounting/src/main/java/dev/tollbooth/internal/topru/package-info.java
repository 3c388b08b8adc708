/** What statements cost in each window: the dearest of each user by name, all others together. */
@NullMarked
package dev.tollbooth.internal.topru;

import org.jspecify.annotations.NullMarked;
