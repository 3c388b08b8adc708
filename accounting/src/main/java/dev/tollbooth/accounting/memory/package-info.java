/** Who holds how much memory: the trace, what the heap really holds, and the limit. Knows no other part. */
@NullMarked
package dev.tollbooth.accounting.memory;

import org.jspecify.annotations.NullMarked;
