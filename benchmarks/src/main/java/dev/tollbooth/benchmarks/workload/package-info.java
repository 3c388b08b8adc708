/** The benchmarks, one class for each use of JDBC. */
@NullMarked
package dev.tollbooth.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
