/** What statements take of the client's memory, and the limit of it. */
@NullMarked
package dev.tollbooth.integration.memory;

import org.jspecify.annotations.NullMarked;
