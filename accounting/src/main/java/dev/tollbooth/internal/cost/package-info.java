/** Request units: the cost model, the owners, and the sums that each second's drain passes on. */
@NullMarked
package dev.tollbooth.internal.cost;

import org.jspecify.annotations.NullMarked;
