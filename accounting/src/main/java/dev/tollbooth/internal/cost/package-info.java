/** Request units: the cost model, who is charged, and the sums that are handed on each second. */
@NullMarked
package dev.tollbooth.internal.cost;

import org.jspecify.annotations.NullMarked;
