/** The measured wrappers: Tollbooth, its peers, and the two extremes. */
@NullMarked
package dev.tollbooth.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
