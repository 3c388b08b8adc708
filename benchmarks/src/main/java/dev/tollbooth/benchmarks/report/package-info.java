/** The results page. */
@NullMarked
package dev.tollbooth.benchmarks.report;

import org.jspecify.annotations.NullMarked;
