/** What is measured: Tollbooth, its peers, and the two ends of the scale. */
@NullMarked
package dev.tollbooth.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
