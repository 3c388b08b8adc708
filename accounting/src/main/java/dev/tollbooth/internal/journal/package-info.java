/** What runs and has ended on each connection, written by its thread and settled in batches. */
@NullMarked
package dev.tollbooth.internal.journal;

import org.jspecify.annotations.NullMarked;
