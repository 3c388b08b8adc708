/** The benchmarks, one class for each way of working with JDBC. */
@NullMarked
package dev.tollbooth.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
