/**
 * The comparison of two runs of a workload, directly and through the prefix, by the logs of what the application saw.
 */
@NullMarked
package dev.tollbooth.integration.workload;

import org.jspecify.annotations.NullMarked;
